//! The one-to-one map of least cost, and which of several it is.

/// A cost that no map pays if there is another.
const NEVER: i64 = 1 << 56;

/// Map each row of a square of costs to a column so that the sum is least.
///
/// Among the best maps it is one with most hits; among those the first row has the smallest column
/// that it can have, then the second, and so on. `hits` is asked only where the costs leave a choice.
pub fn assign(size: usize, cost: &[i64], mut hits: impl FnMut(usize, usize) -> i64) -> Vec<usize> {
    let (map, tight) = least(size, cost);
    let choices = tight.iter().filter(|&&each| each).count();
    if choices == size {
        return map;
    }
    let fewest: Vec<i64> = (0..size * size)
        .map(|at| {
            if tight[at] {
                -hits(at / size, at % size)
            } else {
                NEVER
            }
        })
        .collect();
    let (mut map, best) = least(size, &fewest);
    let open: Vec<bool> = best.iter().zip(&tight).map(|(a, b)| *a && *b).collect();
    for row in 0..size {
        for column in 0..map[row] {
            if open[row * size + column] && exchange(size, &open, &mut map, row, column) {
                break;
            }
        }
    }
    map
}

/// The best maps of the first `rows` of a square to its first `columns`, at most `most` of them, in order.
pub fn best_maps(
    cost: &[i64],
    rows: usize,
    columns: usize,
    most: usize,
) -> Vec<Vec<Option<usize>>> {
    let size = rows.max(columns);
    let mut search = Maps {
        size,
        rows,
        columns,
        tight: least(size, cost).1,
        most,
        steps: STEPS,
        used: vec![false; size],
        map: Vec::with_capacity(rows),
        found: Vec::new(),
    };
    search.next();
    search.found
}

/// The most steps of the search for further best maps.
const STEPS: usize = 10_000;

struct Maps {
    size: usize,
    rows: usize,
    columns: usize,
    tight: Vec<bool>,
    most: usize,
    steps: usize,
    used: Vec<bool>,
    map: Vec<Option<usize>>,
    found: Vec<Vec<Option<usize>>>,
}

impl Maps {
    fn next(&mut self) {
        if self.found.len() == self.most || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let row = self.map.len();
        if row == self.rows {
            // The rows and columns that stand for nobody are all alike.
            let mut free = (0..self.size).filter(|&column| !self.used[column]);
            if row == self.size || free.all(|column| self.tight[row * self.size + column]) {
                self.found.push(self.map.clone());
            }
            return;
        }
        for column in 0..self.columns {
            if self.tight[row * self.size + column] && !self.used[column] {
                self.take(column, Some(column));
            }
        }
        let nobody = (self.columns..self.size).find(|&column| !self.used[column]);
        if let Some(column) = nobody.filter(|column| self.tight[row * self.size + column]) {
            self.take(column, None);
        }
    }

    fn take(&mut self, column: usize, named: Option<usize>) {
        self.used[column] = true;
        self.map.push(named);
        self.next();
        self.map.pop();
        self.used[column] = false;
    }
}

/// Give `row` the column, if the rows after it can be mapped to what is left.
fn exchange(size: usize, open: &[bool], map: &mut [usize], row: usize, column: usize) -> bool {
    let Some(owner) = (row + 1..size).find(|&other| map[other] == column) else {
        return false;
    };
    let free = map[row];
    let mut seen = vec![false; size];
    seen[column] = true;
    let before = map.to_vec();
    map[row] = column;
    if place(size, open, map, row, owner, free, &mut seen) {
        return true;
    }
    map.copy_from_slice(&before);
    false
}

/// Find another column for `owner`, in the end the one that is free.
fn place(
    size: usize,
    open: &[bool],
    map: &mut [usize],
    fixed: usize,
    owner: usize,
    free: usize,
    seen: &mut [bool],
) -> bool {
    for column in 0..size {
        if !open[owner * size + column] || seen[column] {
            continue;
        }
        seen[column] = true;
        if column == free {
            map[owner] = column;
            return true;
        }
        let Some(next) = (fixed + 1..size).find(|&other| other != owner && map[other] == column)
        else {
            continue;
        };
        if place(size, open, map, fixed, next, free, seen) {
            map[owner] = column;
            return true;
        }
    }
    false
}

/// The Hungarian algorithm with potentials (Jonker and Volgenant 1987): a best map, and the pairs that
/// are in the best maps and in no other.
fn least(size: usize, cost: &[i64]) -> (Vec<usize>, Vec<bool>) {
    let (mut rows, mut columns) = (vec![0i64; size + 1], vec![0i64; size + 1]);
    let mut owner = vec![0usize; size + 1];
    let mut way = vec![0usize; size + 1];
    for row in 1..=size {
        owner[0] = row;
        let mut column = 0;
        let mut smallest = vec![i64::MAX; size + 1];
        let mut used = vec![false; size + 1];
        while owner[column] != 0 {
            used[column] = true;
            let from = owner[column];
            let (mut delta, mut next) = (i64::MAX, 0);
            for other in 1..=size {
                if used[other] {
                    continue;
                }
                let slack = cost[(from - 1) * size + other - 1] - rows[from] - columns[other];
                if slack < smallest[other] {
                    smallest[other] = slack;
                    way[other] = column;
                }
                if smallest[other] < delta {
                    delta = smallest[other];
                    next = other;
                }
            }
            for other in 0..=size {
                if used[other] {
                    rows[owner[other]] += delta;
                    columns[other] -= delta;
                } else {
                    smallest[other] = smallest[other].saturating_sub(delta);
                }
            }
            column = next;
        }
        while column != 0 {
            owner[column] = owner[way[column]];
            column = way[column];
        }
    }
    let mut map = vec![0; size];
    for column in 1..=size {
        map[owner[column] - 1] = column - 1;
    }
    let tight = (0..size * size)
        .map(|at| cost[at] == rows[at / size + 1] + columns[at % size + 1])
        .collect();
    (map, tight)
}
