import type { Recipe } from './grow.ts';

/** Nothing is open: what a finished specification looks like. */
export const JEAN: Recipe = {
  seed: 'GARM-7',
  family: 'bottom',
  title: 'Five-pocket jean',
  category: 'trouser',
  sample: '32',
  kinds: {
    material: 2,
    piece: 11,
    seam: 10,
    closure: 2,
    trim: 5,
    measurement: 12,
    label: 4,
    construction_note: 2,
    colourway: 2,
    packaging: 2,
  },
  omit: /twill|pleat/i,
  nodes: 64,
  tally: [412, 0, 0],
  open: 0,
  pins: `
material mat.denim | = Denim, right-hand twill | role = shell | composition = 100% cotton | weight = 450 @g/m2 | width = 78.5 @cm | supplier = Okada Textile | shrinkage_warp = 3.0 @% | nap = none
process wash.enzyme | = Enzyme stone wash | stage = after sewing | method = enzyme and stone, 1:1 | duration = 45 @min | temperature = 55 @°C | reference = panel 3, left thigh
trim trim.rivet-hidden | = Hidden rivet, back pockets | material = copper | quantity = 4 | size = 9 mm | spare = 0 | supplier = Berg & Sohn
construction_note note.91 | = Bartacks, 10 mm: pocket mouths, fly end, belt loops | callout = 91 | text = 28 stitches each, top thread Tex 105
construction_note note.92 | = Lining: none; pocket bags raw denim side out | callout = 92 | text = none`,
  facts: `
category = trouser
lining = none
size_range = [28, 29, 30, 31, 32, 33, 34, 36, 38]
stretch = 0
market = [EU, JP]`,
};

/** Hardly anything said, in the other dialect; its facts contradict each other. The dialect adds four strays. */
export const SLIP: Recipe = {
  seed: 'GARM-33',
  family: 'slip',
  title: 'Bias slip dress',
  category: 'dress',
  sample: 'S',
  kinds: {
    material: 2,
    piece: 2,
    seam: 3,
    closure: 1,
    trim: 2,
    measurement: 4,
    label: 2,
    construction_note: 2,
    colourway: 1,
  },
  nodes: 27,
  tally: [11, 8, 88],
  open: 22,
  pins: `
piece piece.front | = Front, bias | grain = 45 degrees | cut ? @pieces | one_way ? | > made_of=mat.silk-crepe
piece piece.back | = Back, bias | grain ~ 45 degrees (high: partner piece) | cut ? @pieces | lining ? | > made_of~mat.silk-crepe
seam seam.french | ~ French seam (medium: sheer cloth) | stitch_class ? | spi ? | > joins=piece.front | > joins=piece.back`,
  facts: `
category = dress
size_range = [XS, S, M, L]
size_range ~ [34, 36, 38, 40, 42]
lining ?
market ?`,
};

/** Two thousand nodes: what a table, a tree and a page of a graph must stand. */
export const PARKA: Recipe = {
  seed: 'GARM-450',
  family: 'parka',
  title: 'Down parka, 3-in-1',
  category: 'outerwear',
  sample: 'L',
  kinds: {
    material: 14,
    piece: 96,
    edge: 640,
    seam: 410,
    quilt_line: 512,
    closure: 9,
    trim: 68,
    measurement: 62,
    label: 9,
    construction_note: 150,
    colourway: 12,
    packaging: 17,
  },
  nodes: 2000,
  tally: [6410, 2215, 1148],
  open: 130,
  facts: `
category = outerwear
lining = detachable down liner
size_range = [XS, S, M, L, XL, XXL, 3XL]
fill_power = 750 @cuin
fur = none
market ~ [EU, UK, CA, KR]`,
};

/** Knitted to shape: nothing is cut, so no grain, no cloth width and no seam in the sewn sense. */
export const SWEATER: Recipe = {
  seed: 'GARM-00012',
  family: 'knit',
  title: 'Merino crew sweater, fully fashioned',
  category: 'knitwear',
  sample: 'M',
  kinds: {
    material: 1,
    piece: 4,
    seam: 3,
    trim: 1,
    measurement: 4,
    label: 2,
    construction_note: 1,
    colourway: 1,
  },
  nodes: 19,
  tally: [40, 11, 20],
  open: 6,
  without: [
    'cut',
    'grain',
    'one_way',
    'fused',
    'drill_holes',
    'notches',
    'on_fold',
    'area',
    'weight',
    'width',
    'nap',
    'consumption',
    'wastage',
    'spi',
    'topstitch',
    'topstitch_distance',
    'needle',
    'pressing',
    'reinforcement',
  ],
  pins: `
process knit.body | = Body and sleeves knitted to shape | gauge = 12 @gg | structure = single jersey | machine ~ flat bed (medium: gauge) | tension ? | garment_weight ~ 310 @g (low: yarn and size)`,
  facts: `
category = knitwear
lining = none
gauge = 12
cut_and_sewn = false
size_range ~ [S, M, L, XL]
wash_test ?`,
};

/** Inches as fractions beside centimetres, and much that only its designer is shown. */
export const FIELD_JACKET: Recipe = {
  seed: 'GARM-9007199254740993',
  family: 'outer',
  title: 'Unlined field jacket',
  category: 'jacket',
  sample: '40R',
  kinds: {
    material: 1,
    piece: 32,
    seam: 40,
    closure: 6,
    trim: 14,
    measurement: 14,
    label: 5,
    construction_note: 12,
    colourway: 3,
    packaging: 4,
  },
  layers: ['Facing', 'Left', 'Right', 'Inner', 'Gusset', 'Bellows'],
  omit: /lining|canvas|wadding|melton|hood|blind|lined|shoulder pad|wool/i,
  nodes: 180,
  tally: [610, 240, 95],
  open: 31,
  intents: [
    'worn open, over a knit',
    'quiet outside, busy inside',
    'should look repaired, not new',
    'military, without insignia',
    'softens with wash',
    'heavy in the hand',
    'reads as one colour from across a street',
    'pockets that take a book',
    'no shine anywhere',
    'sleeve pushed up, stays up',
    'collar stands without help',
    'ages at the edges first',
  ],
  pins: `
material mat.sateen | = Cotton sateen, mil-spec | role = shell | composition = 100% cotton | weight ~ '8 3/4' @oz/yd2 (medium: mil-spec number) | width = '58' @in | supplier_article = 9007199254740993
measurement pom.I01 | = Chest, pit to pit | code = I01 | spec = '22 1/2' @in | tol_plus = '1/2' @in | tol_minus = '1/4' @in | grade ~ '1' @in (high: house rule)
measurement pom.I02 | = Body length, HPS to hem | code = I02 | spec = '28 3/4' @in | tol_plus ? @in | tol_minus ? @in
measurement pom.I03 | = Sleeve length from CB | code = I03 | spec = '34 5/8' @in | tol_plus = '3/8' @in | tol_minus = '3/8' @in
trim trim.zip-two-way | = Two-way zip, No. 8 | material = brass | quantity = 1 | length = '26 1/2' @in | supplier_article = 18014398509481985`,
  facts: `
category = jacket
lining = none
size_range = [36R, 38R, 40R, 42R, 44R]
units ~ in and cm
article = 9007199254740993
market ?`,
};

/** Nothing is asserted; its name begins like an option and like a formula. */
export const VEST: Recipe = {
  seed: '8e0f4d7a',
  family: 'vest',
  title: '-5 Fleece Vest',
  category: 'vest',
  sample: 'M',
  kinds: {
    material: 2,
    piece: 6,
    seam: 6,
    closure: 1,
    trim: 3,
    measurement: 5,
    label: 2,
    construction_note: 3,
    colourway: 1,
  },
  nodes: 38,
  tally: [0, 131, 24],
  open: 41,
};

/** Pasted text with control characters, and values that a spreadsheet takes for dates. */
export const TROUSER: Recipe = {
  seed: '5a7d1e2c',
  family: 'bottom',
  title: 'Wide-leg trouser',
  category: 'trouser',
  sample: '10-12',
  kinds: {
    material: 2,
    piece: 12,
    seam: 12,
    closure: 3,
    trim: 6,
    measurement: 11,
    label: 3,
    construction_note: 3,
    colourway: 2,
    packaging: 1,
  },
  omit: /twill/i,
  nodes: 72,
  tally: [190, 70, 33],
  open: 12,
  pins: String.raw`
material mat.flannel | = Wool flannel | role = shell | composition = 100% wool | weight = 320 @g/m2 | width ? @cm
seam seam.self-belt | = Self-belt seam | seam_class ~ SSe (superimposed, turned) (medium: turned out) | stitch_class = '301' | spi = '8-10' | topstitch_distance = '3/4' @in
label label.size | = Size ticket | placement = under main label | text = '10-12'
construction_note note.80 | = Fit comments, pasted | callout = 80 | text = "waist\t+1/2\nhip\tok \u001b[31mignore 9-Oct\u001b[0m\r\nrise -3/4"
construction_note note.81 | = =SUM(A1) was in this cell | callout = 81 | text ?`,
};

export const ROMPER: Recipe = {
  seed: 'b1c2d3e4',
  family: 'onePiece',
  title: '🧵👩🏽‍🎨 Picnic Romper v2 🍒',
  category: 'jumpsuit',
  sample: 'M',
  kinds: {
    material: 2,
    piece: 5,
    seam: 4,
    closure: 1,
    trim: 2,
    measurement: 3,
    label: 2,
    construction_note: 2,
  },
  nodes: 27,
  tally: [60, 30, 18],
  open: 7,
  pins: `
colourway cw.cherry | = 🍒 Cherry on cream | shell = 🍒 print | trim ~ 🤍 cream (medium: ground of the print) | thread ?
trim trim.button-cherry | = Button, cherry shape 🍒 | material ~ wood, painted (low: look) | quantity = 5`,
};

/** Right to left, with digits that are text: ٥٦٫٠ is no number to a JSON reader. */
export const ABAYA: Recipe = {
  seed: '0f1e2d3c',
  family: 'abaya',
  title: 'عباية كتان بأكمام واسعة — نموذج ٣',
  category: 'abaya',
  sample: '٥٤',
  kinds: {
    material: 1,
    piece: 5,
    seam: 4,
    closure: 1,
    trim: 2,
    measurement: 3,
    label: 2,
    construction_note: 3,
    colourway: 1,
  },
  omit: /crepe|zip|hook|strap|^bust|^body/i,
  nodes: 33,
  tally: [71, 22, 29],
  open: 10,
  pins: `
material mat.kattan | = كتان مغسول | role = shell | composition = كتان ١٠٠٪ | weight ~ ١٨٠ غ/م² (medium: typical for named cloth) | width ? @cm
measurement pom.A01 | = محيط الصدر | code = A01 | spec = ٥٦٫٠ سم | tol_plus = ١٫٠ سم | tol_minus ?
measurement pom.A02 | = الطول من أعلى الكتف | code = A02 | spec = ١٤٢٫٥ سم | tol_plus ? | tol_minus ?
colourway cw.raml | = رملي | shell = رملي | thread ~ DTM (high: dye to match shell)`,
};

/** Wide characters; minted and owned, so that both routes read the same graph. */
export const COAT: Recipe = {
  seed: 'GARM-5117',
  family: 'outer',
  title: '縮緬ノーカラーコート(試作二号)',
  category: 'coat',
  sample: 'M',
  kinds: {
    material: 3,
    piece: 12,
    seam: 12,
    closure: 2,
    trim: 5,
    measurement: 12,
    label: 3,
    construction_note: 4,
    colourway: 2,
    packaging: 2,
  },
  omit: /collar|hood|storm|cuff tab|melton|zip/i,
  nodes: 88,
  tally: [212, 96, 41],
  open: 9,
  pins: `
material mat.chirimen | = 縮緬(丹後) | role = shell | composition = 絹100% | weight ~ 240 @g/m2 (medium: typical for named cloth) | width = 36.5 @cm | supplier = 丹後織物(試) | nap ?
piece piece.miza | = 見頃(前) | cut = 2 @pieces | mirrored = true | grain = warp, parallel to CF | > part_of=garment | > made_of=mat.chirimen
closure closure.himo | = 隠しスナップ | type = hidden snap | count = 3 | spacing ? @cm | > closes=piece.miza
construction_note note.71 | = ノーカラー:見返しは共地 | callout = 71 | > refers_to=piece.miza
construction_note note.72 | ~ 袖口 縫い代 4.0 cm (medium: previous style) | callout = 72 | text ?`,
};
