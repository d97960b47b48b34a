"""Edits that change what is meant, in languages other than English: pairs by hand, kind by kind.

The words are these lists' own; the forgivers read none of them. Alternatives are parted by a slash,
and each of them means something else than each other one; kinds by name, pairs by a bar.
"""

from __future__ import annotations

from itertools import combinations

SENTENCES = {
    "ar": ["{}", "من فضلك {} الآن", "قال لي {} اليوم"],
    "de": ["{}", "bitte {} heute", "ähm sie sagte {} glaube ich"],
    "es": ["{}", "por favor {} ahora", "bueno ella dijo {} creo"],
    "fr": ["{}", "notez {} maintenant", "euh elle a dit {} je crois"],
    "hi": ["{}", "कृपया {} अभी", "उसने कहा {} शायद"],
    "ru": ["{}", "запишите {} сейчас", "ээ она сказала {} кажется"],
    "te": ["{}", "దయచేసి {} ఇప్పుడు", "ఆమె చెప్పింది {} అనుకుంటా"],
    "zh": ["{}", "请 {} 现在", "她 说 {} 我 想"],
}
CHANGES = {
    "ar": {
        "negation": "أريد/لا أريد|وصل/لم يصل|سأدفع/لن أدفع|هو مريض/هو ليس مريض|عندي حساب/ما عندي حساب|أعرف/مش عارف|ممكن/غير ممكن|مع سكر/بدون سكر|أذهب/لا أذهب|لم يدفع/سيدفع|لا تغلق/أغلق|ليس هنا/هنا|لازم/لا زم|لابس/لا بس|موجود/مو جود|يوجد/لا يوجد|كل يوم/ولا يوم",
        "answer": "نعم أريد/لا أريد|نعم/لا|أيوه تمام/لا تمام|بلى/كلا|نعم نعم/نعم|لا لا/لا|أجل/لا",
        "number": "خمسة/خمسين/خمسمائة|ثلاثة/ثلاثين/ثلث|مئة/مئتين/ألف|سبعة/تسعة/ستة|نصف/ربع|5/50/500|١٥/٥١/50|الأول/الثاني/الثالث|خمسة كتب/khamsa كتب|مليون/مليار|واحد/waahid|خمسة خمسة/خمسة|عشرة عشرة واحد/عشرة واحد|3.5/35|مرة/مرتين",
        "unit": "دولار/دينار/درهم|كيلو/متر/لتر|ساعة/دقيقة/يوم|5 كجم/5 جم|5 دولار/5 يورو|صباحا/مساء|الاثنين/الثلاثاء|أسبوع/شهر/سنة|غرام/جالون",
        "antonym": "افتح/أغلق|قبل/بعد|فوق/تحت|يمين/يسار|دخل/خرج|كبير/صغير|بيع/شراء|حار/بارد|أبيض/أسود|إيداع/سحب|حلال/حرام|حي/ميت|رخيص/غالي",
        "likeness": "قلب/كلب|سيف/صيف|تين/طين|بيت/بنت|كتب/كتاب/كاتب|علم/عالم|حمام/حمار|محمد/محمود|سمير/سمر|card/cart|باد/bed|فول/full|نون/nun|شيب/ship",
        "doubled": "شوي شوي/شوي|بيت بيت/بيت|يوم يوم/يوم|واحدة واحدة/واحدة",
    },
    "de": {
        "negation": "ich komme/ich komme nicht|kein Geld/Geld|mit Zucker/ohne Zucker|nie wieder/wieder|nichts bezahlt/bezahlt|niemand da/jemand da|er kann/er kann nicht|weder er noch sie/er und sie|nicht jeder/jeder|möglich/unmöglich|gültig/ungültig|bekannt/unbekannt|sicher/unsicher|zufrieden/unzufrieden|nicht nur/nur|keine Kosten/Kosten|nicht nicht/nicht",
        "answer": "ja bitte/nein bitte|ja/nein|doch/nein|ja ja/ja|nein nein/nein",
        "number": "fünfzehn/fünfzig|dreizehn/dreißig/dreihundert|zwei/drei/zwo drei|einundzwanzig/zwölf|hundert/tausend|halb vier/vier|5/50|1,5/15|erste/zweite|ein halb/ein viertel|zwei zwei/zwei|zweimal/dreimal|vier/viel|acht/achtzig|Million/Milliarde",
        "unit": "5 Euro/5 Dollar|fünf Euro/fünf Cent|5 kg/5 g|10 Minuten/10 Sekunden|zwei Liter/zwei Meter|Montag/Mittwoch|morgens/abends|Kilometer/Kilogramm|Grad/Gramm|Juni/Juli|5 Uhr/5 Euro|5 ml/5 l|5 %/5 €",
        "antonym": "auf/zu|ein/aus|gut/schlecht|kaufen/verkaufen|öffnen/schließen|vor/nach|links/rechts|heiß/kalt|mehr/weniger|einzahlen/auszahlen|steigen/sinken|mieten/vermieten|legal/illegal|alt/neu|erlauben/verbieten|gewonnen/verloren",
        "tense": "bezahlt/bezahlte|verkauft/verkaufte|er zahlt/er zahlte|kauft/gekauft|bestellt/bestellte|kommt/kam|bucht/buchte/gebucht|du zahlst/er zahlt|buche/buchen",
        "person": "ich/er|mein/dein|Lehrer/Lehrerin|Kunde/Kundin|uns/euch|mir/ihr|Freund/Freundin",
        "likeness": "Karte/Kasse|Haus/Hose|Rechnung/Richtung|größer/groß|schneller/schnell|besser/gut|alter/älter|teuer/teurer|Mieter/Meter|Liefern/Leben|sicherer/sicher|Bank/Band",
    },
    "es": {
        "negation": "quiero/no quiero|nunca pago/pago|con azúcar/sin azúcar|nadie vino/alguien vino|nada/todo|tampoco/también|no es posible/es posible|ningún pago/algún pago|no puedo/puedo|posible/imposible|legal/ilegal|útil/inútil|no más/más|ni él ni ella/él y ella|apenas/mucho|no no/no",
        "answer": "sí quiero/no quiero|sí/no|sí sí/sí|no/sí señor",
        "number": "quince/cincuenta|sesenta/setenta|seis/siete|dos/doce|tres/trece|cien/mil|uno/once|medio/un cuarto|5/50|1,5/15|primero/segundo|dos dos/dos|cinco/quinto|dos veces/tres veces|una/ninguna|millón/mil millones|treinta/trece",
        "unit": "5 euros/5 dólares|cinco euros/cinco céntimos|5 kg/5 g|diez minutos/diez segundos|lunes/martes|kilómetros/kilogramos|libras/litros|enero/febrero|mañana/noche|días/horas|metro/metros cúbicos|5 ml/5 l|5 %/5 €",
        "antonym": "abrir/cerrar|comprar/vender|subir/bajar|antes/después|caliente/frío|más/menos|izquierda/derecha|entrar/salir|bueno/malo|vivo/muerto|ganar/perder|barato/caro|ingreso/retiro|encender/apagar|permitir/prohibir|dentro/fuera",
        "tense": "pagué/pagaba|he pagado/pagaré|hablo/habla|compra/comprado|vendió/vende|pagado/pagando|pagar/pagado|como/come|vendo/venda|llegamos/llegaron|cuido/cuida|nado/nada",
        "person": "hermano/hermana|señor/señora|hijo/hija|mi/tu|ellos/ellas|amigo/amiga|tío/tía|perro/perra|doctores/doctoras",
        "likeness": "puerto/puerta|caso/casa|cuento/cuenta|plato/plata|peso/pesa|pero/perro|caro/carro|libro/libra|cargo/carga|carta/corta|mejor/bueno|bueno/buenísimo|punto/punta|comida/comido|llamada/llamado|bolso/bolsa",
    },
    "fr": {
        "negation": "je veux/je ne veux pas|il vient/il ne vient pas|jamais payé/payé|avec sucre/sans sucre|personne/quelqu'un|rien/tout|aucun paiement/un paiement|possible/impossible|légal/illégal|valide/invalide|plus de pain/pain|ni lui ni elle/lui et elle|pas encore/encore|guère/beaucoup|non payé/payé|pas pas/pas",
        "answer": "oui merci/non merci|oui/non|oui oui/oui|si/non|non non/non",
        "number": "deux/douze|six/dix/seize|treize/trente|quatorze/quarante|quinze/cinquante|cent/mille|soixante/soixante dix|quatre vingts/vingt|5/50|1,5/15|premier/deuxième|un demi/un quart|deux deux/deux|deux fois/trois fois|million/milliard|cinq/cinquième|trois/treize",
        "unit": "5 euros/5 dollars|cinq euros/cinq centimes|5 kg/5 g|dix minutes/dix secondes|lundi/mardi|kilomètres/kilogrammes|livres/litres|juin/juillet|matin/soir|jours/heures|mètre/maître|5 ml/5 l|5 %/5 €|semaine/mois",
        "antonym": "ouvrir/fermer|acheter/vendre|monter/descendre|avant/après|chaud/froid|plus grand/moins grand|gauche/droite|entrer/sortir|bon/mauvais|vivant/mort|gagner/perdre|cher/gratuit|dépôt/retrait|allumer/éteindre|permettre/interdire|dedans/dehors|dessus/dessous",
        "tense": "payer/payé|paie/payait|finis/fini|finit/fini|manger/mangez|parle/parles|vendait/vendu|fais/fait|dit/dis|pris/prend|parti/partir|annuler/annulé|lu/lis|venez/venir|vient/vint",
        "person": "ami/amie|client/cliente|vendeur/vendeuse|mon/ton|nous/vous|il/elle|voisin/voisine|directeur/directrice|infirmiers/infirmières",
        "likeness": "livre/livré e|poisson/poison|dessert/désert|cheveux/chevaux|carte/carton|vue/vu|entrée/entré|mise/mis|roman/romane|meilleur/bon|mieux/bien|conte/compte|vin/vingt|foi/fois|mai/mais|court/cours|surprise/surpris|entreprise/entrepris",
    },
    "hi": {
        "negation": "मैं जाऊँगा/मैं नहीं जाऊँगा|मत करो/करो|चीनी के साथ/बिना चीनी|वह आया/वह न आया|कभी नहीं/कभी|पैसा है/पैसा नहीं है|नहीं नहीं/नहीं|कानूनी/गैरकानूनी|मौजूद/गैरमौजूद|नहीं/nahin|मत/mat|संभव/असंभव|सफल/असफल|होगा/ना होगा|जरूरी/गैर जरूरी",
        "answer": "हाँ चाहिए/नहीं चाहिए|हाँ/ना|हाँ हाँ/हाँ|जी/नहीं जी|हाँ/haan",
        "number": "पाँच/पचास|पंद्रह/पचास/पचपन|दो/दस|तीन/तेरह/तीस|सात/साठ|सौ/हज़ार|लाख/करोड़|आधा/पौना|डेढ़/ढाई|5/50|१५/५१|पहला/दूसरा|दो दो/दो|दोनों/तीनों|पाँच/paanch|सवा पाँच/पाँच|छह/नौ|उन्नीस/उनतीस|एक/ek|चार/char",
        "unit": "रुपये/डॉलर|किलो/ग्राम|मिनट/घंटा|मीटर/लीटर|सोमवार/मंगलवार|सुबह/शाम|दिन/हफ्ता/महीना|5 किलो/5 ग्राम|5 रुपये/5 डॉलर|जून/जुलाई|कल/परसों|किलोमीटर/किलोग्राम",
        "antonym": "खोलो/बंद करो|ऊपर/नीचे|पहले/बाद|दाएँ/बाएँ|अंदर/बाहर|गरम/ठंडा|खरीदो/बेचो|अच्छा/बुरा|ज़्यादा/कम|जमा/निकासी|आना/जाना|जीत/हार|सस्ता/महँगा|दिन/रात",
        "likeness": "पेन/pan|पैन/pen|बिल/bell|बेल/bill|शिप/sheep|फूल/full|फुल/fool|कट/cat|बेड/bad|बैड/bed|कॉल/coal|सेंड/sand|थे/the|में/me|तो/to|पल/pal|बात/bat|दिल/del|फल/पल|दिन/दीन|कार्ड/cart|पिता/पीता|ओर/और|कर/कार|मेन/man|लेटर/latter",
        "doubled": "घर घर/घर|कभी कभी/कभी|बार बार/बार|कौन कौन/कौन|धीरे धीरे/धीरे|बड़े बड़े/बड़े|अलग अलग/अलग|अपने अपने/अपने|दिन दिन/दिन",
    },
    "ru": {
        "negation": "я приду/я не приду|можно/нельзя|с сахаром/без сахара|никто/кто|ничего/всё|никогда/всегда|он заплатил/он не заплатил|не все/все|правильный/неправильный|возможно/невозможно|известно/неизвестно|ни рубля/рубль|нет денег/деньги|не не/не|не могу/могу|не дорого/недорого|не сколько/несколько|законно/незаконно",
        "answer": "да хочу/нет хочу|да/нет|да да/да|нет нет/нет|ага/нет",
        "number": "пятнадцать/пятьдесят|двенадцать/двадцать|два/три|сто/двести/тысяча|девять/десять|семь/восемь|полтора/два|половина/четверть|5/50|1,5/15|первый/второй|два два/два|дважды/трижды|пять/пятый|шесть/шестнадцать|миллион/миллиард|три/tri|один/раз",
        "unit": "рублей/долларов|рублей/копеек|кг/г|минут/секунд|метров/литров|понедельник/вторник|утра/вечера|июня/июля|дней/недель|5 рублей/5 евро|километров/килограммов|часа/месяца",
        "antonym": "открыть/закрыть|купить/продать|вверх/вниз|до/после|налево/направо|больше/меньше|горячий/холодный|войти/выйти|включить/выключить|хорошо/плохо|дешевле/дороже|можно/запрещено|принять/отклонить|раньше/позже|внутри/снаружи|жив/мёртв",
        "tense": "плачу/платил|платил/платит|куплю/купил|едет/едут|иду/идёт|звонил/звонит|заплатил/заплатит|пришёл/придёт",
        "person": "друг/подруга|мой/твой|он/она|студент/студентка|учитель/учительница|нас/вас|муж/жена",
        "likeness": "счёт/счёты|карта/карма|мука/мука́ нет|кот/код|дом/том|лук/луг|большой/больше|хороший/лучше|новый/новейший|стол/стул|плата/платье|роль/рой|билет/балет",
    },
    "te": {
        "negation": "వస్తాడు/రాడు|వచ్చాడు/రాలేదు|కావాలి/వద్దు|ఉంది/లేదు|అవును కాదు/అవును|డబ్బు ఉంది/డబ్బు లేదు|చేయవచ్చు/చేయకూడదు|చక్కెరతో/చక్కెర లేకుండా|ఇష్టం/అయిష్టం|లేదు లేదు/లేదు|తెలుసు/తెలియదు|వెళ్ళు/వెళ్ళకు|నిజం/నిజం కాదు|సాధ్యం/అసాధ్యం|చెల్లించాను/చెల్లించలేదు",
        "answer": "అవును కావాలి/కాదు కావాలి|అవును/కాదు|అవును/లేదు|అవును అవును/అవును|సరే/వద్దు",
        "number": "ఐదు/యాభై|మూడు/ముప్పై|రెండు/ఇరవై|నాలుగు/నలభై|వంద/వెయ్యి|లక్ష/కోటి|పది/పదిహేను|సగం/పావు|5/50|ఒకటి/రెండు|మొదటి/రెండవ|ఆరు/ఏడు|రెండు రెండు/రెండు|ఇద్దరు/ముగ్గురు|ఎనిమిది/తొమ్మిది",
        "unit": "రూపాయలు/డాలర్లు|కిలో/గ్రాము|నిమిషం/గంట|మీటరు/లీటరు|సోమవారం/మంగళవారం|ఉదయం/సాయంత్రం|రోజు/వారం/నెల|5 కిలో/5 గ్రాము|5 రూపాయలు/5 డాలర్లు|జూన్/జూలై|నేడు/రేపు",
        "antonym": "తెరువు/మూయి|పైన/కింద|ముందు/తర్వాత|కుడి/ఎడమ|లోపల/బయట|వేడి/చల్లని|కొను/అమ్ము|మంచి/చెడు|ఎక్కువ/తక్కువ|రాత్రి/పగలు|పెద్ద/చిన్న|గెలుపు/ఓటమి|రావడం/పోవడం",
        "likeness": "పాలు/పలు|కల/కాల|మాట/మూట|పని/పాని|చెట్టు/చుట్టు|బండి/బండ|నాన్న/నన్ను|రాము/రాముడు|తల/తాళ|కారు/కూర",
        "doubled": "చిన్న చిన్న/చిన్న|ఇంటి ఇంటికి/ఇంటికి|ఎవరు ఎవరు/ఎవరు|రోజు రోజు/రోజు|మెల్ల మెల్లగా/మెల్లగా|పెద్ద పెద్ద/పెద్ద",
    },
    "zh": {
        "negation": "我 去/我 不 去|有 钱/没有 钱|要 买/不要 买|是 他/不是 他|付 了/没 付|可以 走/不可以 走|能 用/不能 用|别 走/走|加 糖/无 糖|已 付/未 付|不/bu|不是/bushi|没有/meiyou|有 效/无 效|免费/非 免费|从不 来/从来|不 不/不|我 想 去/我 不想 去|我想去/我不想去|合法/不合法|对/不对|同意/不同意|好/不好",
        "answer": "是 我 去/不 我 去|对/错|好 的/不 行|是 是/是|好/hao|对/dui|是/shi",
        "number": "三/四/十|十四/四十|十五/五十/五|一百/一千|两个/三个|一万/一亿|半/一半 多|5/50|3.5/35|第一/第二|三 三/三|三个/san个|五/wu|二/er|一/yi|七/qi|百/bai|两次/三次|一/七|九/六|十一/十七|三/san|两 个/liang 个|几/ji",
        "unit": "元/美元|斤/公斤|分钟/秒|米/升|星期一/星期二|上午/下午|天/周/月|5元/5角|5块/5毛|六月/七月|今天/明天|公里/公斤|千克/克",
        "antonym": "开/关|上/下|前/后|左/右|买/卖|热/冷|多/少|进/出|好/坏|存/取|来/去|大/小|输/赢|收/付|早/晚|贵/便宜|接受/拒绝|真/假",
        "likeness": "我们/women|那么/name|饭/fan|可能/canon|他们/tame|马/ma|这/the|和/he|有/you|门/men|慢/man|人/run|龙/long|送/song|女/nu|那/na|爹/die|四/是|李明/Li Min|王芳/Wang Feng",
        "doubled": "看 看/看|天 天/天|人 人/人|慢 慢/慢|一 一/一|家 家/家|常 常/常|谢 谢/谢|妈 妈/妈",
    },
}

WHOLE = """
hi|मेरा बिल नहीं आया|मेरा बिल आया
hi-en|please मत भेजो|please भेजो
hi-en|main नहीं जाऊंगा|main जाऊंगा
hi-en|बिल pay करो|बेल pay करो
hi-en|do not करो|do करो
hi-en|पाँच hundred|पचास hundred
hi-en|यह पेन है|यह pan है
hi-en|the थे|थे थे
hi-en|वो थे वहाँ|वो the वहाँ
zh|我 没 付|我 mei 付
zh|他 不会 来|他 会 来
zh|不 贵|贵
zh-en|我 要 can|我 要 残
zh-en|老板 很 nice|老板 很 那次
zh-en|I like 我们|I like women
ar|لا لا|لا
ar|ولا واحد|واحد
ar|بدون رسوم|رسوم
ar-en|لا problem|la problem
ar|خمسة وعشرين|خمسة وثلاثين
ar|١٥|١٦
te|వద్దు|vaddu
te|రెండు|rendu
fr|mon frère|ton frère
fr|ma soeur|votre soeur
fr|je vous paie|je me paie
fr|leur compte|mon compte
fr|il la voit|il le voit
es|mi cuenta|tu cuenta
es|le pago|me pago
es|él paga|ella paga
es|usted|ustedes
it|il mio conto|il tuo conto
it|lo vedo|la vedo
pt|meu irmão|minha irmã
pt|ele vem|ela vem
de|ich zahle ihm|ich zahle ihr
de|mein Konto|dein Konto
de|euch|ihr
de|wurde bezahlt|würde bezahlt
de|ich hatte|ich hätte
ru|мой счёт|твой счёт
ru|его жена|её жена
ru|он пришёл|она пришла
cs|on přišel|ona přišla
cs|můj účet|náš účet
"""
"""Language, what was said, what was written: pairs that stand by themselves."""


def edits(language: str) -> list[tuple[str, str, str]]:
    """Return kind, what was said, what was written; both ways, and in every sentence."""
    found = []
    for kind, pairs in CHANGES[language].items():
        for alternatives in pairs.split("|"):
            for first, second in combinations(alternatives.split("/"), 2):
                for sentence in SENTENCES[language]:
                    said, written = sentence.format(first), sentence.format(second)
                    found += [(kind, said, written), (kind, written, said)]
    return found
