import type { Confirmation, Model } from './model.ts';
import { facts, lines, nodes, stated } from './notation.ts';

const NODES = `
garment garment | = Oxford button-down shirt | category = shirt | sample_size = M | fit ~ regular (medium: chest ease 12 cm over body)
material mat.shell | = Oxford cloth | role = shell | composition = 100% cotton | weight ~ 140 @g/m2 (high: typical for named cloth) | width ? @cm | supplier ? | consumption ~ 1.65 @m (low: area of pieces, size M) | > colours=cw.white
material mat.fusible | ~ Woven fusible (medium: collar is stiffened) | role ~ interlining (medium) | weight ? @g/m2
piece piece.front | = Front | cut = 2 @pieces | mirrored = true | grain = warp, parallel to CF | on_fold = false | > part_of=garment | > made_of=mat.shell
piece piece.back | = Back | cut = 1 @pieces | on_fold = true | grain = warp, on CB | > part_of=garment | > made_of=mat.shell
piece piece.yoke | = Back yoke | cut ~ 2 @pieces (medium: outer and inner yoke assumed) | grain ~ weft (low: house habit for yokes) | > part_of=garment | > made_of~mat.shell
piece piece.sleeve | = Sleeve | cut = 2 @pieces | mirrored = true | grain = warp | > part_of=garment | > made_of=mat.shell
piece piece.collar | = Collar leaf | cut = 2 @pieces | grain ? | > part_of=garment | > made_of=mat.shell | > fused_with~mat.fusible
edge edge.front.side | = Front side edge | seam_allowance = 1.0 @cm | > edge_of=piece.front
edge edge.back.side | = Back side edge | seam_allowance ~ 1.0 @cm (high: partner edge) | > edge_of=piece.back
edge edge.hem | = Hem edge | seam_allowance ? @cm | > edge_of=piece.front | > edge_of=piece.back
seam seam.side | = Side seam | seam_class = LSc (lapped, felled) | stitch_class = '401' | spi ? | > joins=edge.front.side | > joins=edge.back.side | > sewn_with~trim.thread
seam seam.hem | = Hem | seam_class ~ EFb (clean-finish hem) (high: curved narrow hem) | stitch_class ~ '301' (high) | spi = 12 | > finishes=edge.hem
closure closure.front | = Centre-front button placket | type = button and buttonhole | count = 7 | spacing ? @cm | > uses=trim.button | > closes=piece.front
trim trim.button | = Button, 4-hole, 18L | material = corozo | quantity ~ 11 (medium: 7 front + 2 cuff + 2 collar) | supplier ? | spare = 0
trim trim.thread | ~ Core-spun thread (low: not named; usual for 401/301) | ticket ?
measurement pom.B01 | = Chest, 2.5 cm below armhole | code = B01 | spec = 56.0 @cm | tol_plus = 1.0 @cm | tol_minus = 1.0 @cm | grade ~ 2.5 @cm (high: house rule) | > measured_on=piece.front
measurement pom.B07 | = Body length, HPS to hem | code = B07 | spec = 76.0 @cm | tol_plus ? @cm | tol_minus ? @cm | > measured_on=piece.back
label label.main | = Main label | placement = CB inside yoke | attachment ? | > placed_on=piece.yoke
label label.care | ~ Care and content label (high: required by market) | text ? | placement ~ left side seam, 10 cm above hem (medium) | > placed_on~seam.side
construction_note note.01 | = Box pleat at CB yoke seam, 3 cm, no locker loop | callout = 1 | > refers_to=piece.back
construction_note note.02 | ~ Collar points: button-down, buttonhole vertical (medium: style name) | callout = 2 | > refers_to~piece.collar
construction_note note.03 | = Sleeve placket construction | callout = 3 | text ? | > refers_to=piece.sleeve
colourway cw.white | = White | shell = White | button = Natural | thread ~ DTM (high: dye to match shell)`;

const FACTS = `
category = shirt
lining = none
size_range ~ [XS, S, M, L, XL]
market ?`;

const BRIEF = `
garment = Button-down shirt in Oxford cloth, sample size M.
cloth ~ Cotton Oxford, about 140 g/m2. Width of cloth not given: lay plan cannot be fixed yet.
lining = None.
interlining ~ Woven fusible in the collar leaf.
cutting ~ Fronts, back and sleeves on the warp, back on the fold; yoke cut twice, on the weft.
nap_and_matching ?
seam_allowance = 1 cm on side seams, front edge.
hem ~ Narrow clean-finish curved hem, 301, 12 SPI.
hem_allowance ?
making = Side seams lapped and felled, 401.
collar ~ Button-down leaf, vertical buttonhole at each point.
sleeve_placket ?
front = Seven buttons and buttonholes at centre front.
button_spacing ?
back = Box pleat 3 cm at centre back under the yoke. No locker loop.
pockets ?
buttons = Corozo, four-hole, 18 ligne. No spares.
labels ~ Main label centre back inside the yoke. Care and content label at left side seam.
measurements = Sample size M: chest 56.0 cm, body length 76.0 cm from high point shoulder.
pressing_and_finish ?
care ?
packing ?`;

const OPEN = `
piece.yoke | cut | ~ 2 @pieces (medium) | Is the back yoke doubled (outer and inner), or a single layer? | doubled: cut 2; single: cut 1 | Outer and inner yoke assumed; nothing in the design says so.
mat.fusible | label | ~ Woven fusible (medium) | The collar is stiffened. Woven fusible, or sew-in interlining? | woven fusible; sew-in; none | The collar is stiffened; interlining is not named.
seam.side | spi | ? | Stitches per inch for the side seam? | | Hem SPI is stated (12); side seam SPI is not.
pom.B07 | tol_plus | ? @cm | Tolerance on body length (HPS to hem)? | +/- 1.0 cm; +/- 1.5 cm | Chest has +/- 1.0 cm; body length has none.`;

function question(line: string, index: number): Confirmation {
  const [about = '', field = '', current = '', asked = '', options = '', basis = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  return {
    id: `conf-${String(index + 1).padStart(2, '0')}`,
    node: about,
    field,
    current: stated(current),
    question: asked,
    options: options.split('; ').filter(Boolean),
    basis,
  };
}

/** The house's baseline garment, written out by hand: every other one is grown from the tables. */
export const oxford = (): Model => ({
  nodes: nodes(NODES),
  facts: facts(FACTS),
  open: lines(OPEN).map(question),
  brief: Object.fromEntries(
    lines(BRIEF).map((line) => [line.split(' ', 1)[0], stated(line.slice(line.indexOf(' ') + 1))]),
  ),
});
