//! Words that are held as they are.

use crate::chart::Reading;
use crate::pack::Pack;
use crate::source::Level;

/// Drop the readings within a block, and those that begin or end within one and go on beyond it.
///
/// The blocks themselves are kept.
pub(crate) fn drop_held(pack: &Pack, readings: &mut Vec<Reading>) {
    let is_block = |reading: &Reading| pack.row(reading.row).level == Level::Block;
    let blocks = readings.iter().filter(|reading| is_block(reading));
    let mut blocks: Vec<(u32, u32)> = blocks.map(|block| (block.from, block.to)).collect();
    if blocks.is_empty() {
        return;
    }
    blocks.sort_unstable();
    blocks.dedup();
    let longest = blocks.iter().map(|(from, to)| to - from).max().unwrap_or(0);
    readings.retain(|reading| {
        let (from, to) = (reading.from, reading.to);
        let first = blocks.partition_point(|block| block.0 + longest <= from);
        let mut near = blocks[first..].iter().take_while(|block| block.0 < to);
        is_block(reading)
            || !near.any(|block| {
                let around = from <= block.0 && block.1 <= to;
                from < block.1 && (!around || (from, to) == *block)
            })
    });
}
