import { lines } from './notation.ts';

export interface Field {
  readonly name: string;
  /** A node of the kind is not sensible without it. */
  readonly needed: boolean;
  /** How likely a designer states it: near 1 asserted, the middle worked out, near 0 nobody has said. */
  readonly lean: number;
  readonly unit: string | undefined;
  /** Literals, or `from..to/step` for a number. */
  readonly options: readonly string[];
  readonly basis: string;
}

/** field, `!` where needed, lean, unit or -, options; basis of an inference. Kept in the order of a spec sheet. */
const TABLE = `
[garment] pin
category ! 0.97 - garment | named in the design
sample_size ! 0.9 - M;'38';'10-12' | house base size
fit . 0.55 - regular;relaxed;slim;oversized | ease over body
silhouette . 0.6 - straight;easy | read from the outline
season . 0.4 - SS27;AW26;'2026-01' | date of the design
base_block . 0.35 - house block 4;house block 11 | nearest house block
[material] mat
role ! 0.9 - shell | order of entry
composition ! 0.75 - 100% cotton | typical for named cloth
weight ! 0.55 g/m2 85;120;140;180;220;280;320 | typical for named cloth
width . 0.2 cm 112;140;145;150;152.5 | mill's usual width
supplier . 0.08 - Tessitura Rive;Hanlon Mills;Okada Textile | last order of the same cloth
consumption . 0.42 m 0.15..2.85/0.05 | area of pieces, base size
shrinkage_warp . 0.3 % 1.0..4.0/0.5 | typical for composition
shrinkage_weft . 0.28 % 0.5..3.0/0.5 | typical for composition
nap . 0.35 - none;one-way;two-way | read from the finish
finish . 0.4 - brushed;enzyme washed;garment dyed;none | named cloth
wastage . 0.3 % 8;10;12 | house allowance
[piece] piece
cut ! 0.85 pieces 1;2;2;2;4 | symmetry of the piece
grain ! 0.7 - warp;warp, parallel to CF;warp, on CB;weft;bias | partner piece
on_fold . 0.6 - true;false;false | symmetry of the piece
mirrored . 0.6 - true;true;false | symmetry of the piece
notches . 0.4 - 2;3;4;5;6 | seams that meet it
area . 0.38 cm2 120..2400/10 | outline, base size
fused . 0.35 - none;whole piece;edge only | stiffness shown
drill_holes . 0.25 - 0;0;2;4 | pocket placement
one_way . 0.22 - true;false | nap of the cloth
[edge] edge
seam_allowance ! 0.5 cm 0.6;1.0;1.0;1.0;1.2;1.5;2.0 | partner edge
length . 0.36 cm 8.0..68.0/0.5 | outline, base size
shape . 0.6 - straight;curved;shaped | outline
notches . 0.35 - 0;1;1;2 | partner edge
ease . 0.25 cm 0.0..2.0/0.2 | difference to partner edge
finish . 0.3 - raw;overedged 504;bound;clean finished | seam class
[seam] seam
seam_class ! 0.7 - SSa (superimposed);SSa (superimposed);LSq (lapped, topstitched) | house rule for the cloth
stitch_class ! 0.66 - '301';'301';'401' | seam class
spi ! 0.3 - 9;10;11;12;14 | weight of the cloth
topstitch . 0.5 - none;single needle;twin needle | shown on the flat
topstitch_distance . 0.35 mm 1.5;3;5;6.4 | shown on the flat
pressing . 0.28 - open;to back;to front;down | topstitch side
thread . 0.3 - Tex 27;Tex 40;Tex 60;Tex 105 | weight of the cloth
needle . 0.16 Nm 70;80;90;100;110 | weight of the cloth
reinforcement . 0.24 - none;bartack 10 mm;tape;none | load on the seam
[quilt_line] quilt
spacing ! 0.75 cm 4.0;6.0;8.0;10.0 | neighbouring lines
stitch_class ! 0.72 - '301' | house rule for down
length . 0.38 cm 12.0..58.0/0.5 | outline, base size
spi . 0.4 - 8;9;10 | fill power
needle . 0.14 Nm 60;65;70 | down-proof cloth
[closure] closure
type ! 0.85 - button and buttonhole | shown on the flat
count ! 0.7 - 1;1;2;5;6;7 | shown on the flat
spacing . 0.15 cm 7.5;8.0;9.0 | length and count
placement . 0.6 - centre front;front, inside | shown on the flat
length . 0.45 cm 12.0..68.0/0.5 | edge it closes
lap . 0.4 - left over right;right over left | category
[trim] trim
material ! 0.7 - polyester | usual for the trim
quantity ! 0.55 - 1;2;4;6;8;11 | counted on the flat
supplier . 0.07 - Berg & Sohn;YKK;Coats | last order of the same trim
size . 0.5 - 10 mm;12 mm;15 mm | shown on the flat
colour . 0.6 - DTM;black;antique nickel;natural | shell colour
placement . 0.5 - as shown on flat;see callout | shown on the flat
spare . 0.42 - 0;0;1 | house rule
supplier_article . 0.1 - A-10442;N-5513;C-208/4 | last order of the same trim
[measurement] pom
code ! 0.98 - X | order of entry
spec ! 0.7 cm 12.0..82.0/0.5 | house block
tol_plus ! 0.48 cm 0.5;0.6;1.0;1.5 | house tolerances
tol_minus ! 0.46 cm 0.5;0.6;1.0;1.5 | house tolerances
grade . 0.4 cm 0.6;1.0;1.3;2.0;2.5;4.0 | house rule
how_to_measure . 0.6 - straight;along curve;edge to edge, flat;relaxed | house method
critical . 0.5 - true;false | used at inspection
[label] label
placement ! 0.7 - CB neck;left side seam, 10 cm above hem | house rule
attachment ! 0.25 - sewn four sides;into seam;heat transfer | kind of label
text . 0.2 - as artwork 3;as artwork 7 | required by market
size . 0.3 mm 30;40;55 | last order of the same label
material . 0.4 - woven damask;printed satin;recycled polyester | last order of the same label
[construction_note] note
callout ! 0.99 - 1 | order of entry
text . 0.35 - see detail sketch;as reference sample;as previous style | sketch
machine . 0.2 - lockstitch;feed-off-arm;bartacker;blind hemmer | stitch class
[process] process
stage ! 0.9 - after sewing | order of entry
method ! 0.85 - rinse | named look
duration . 0.5 min 20;40;60 | named look
temperature . 0.4 °C 30;40;60 | dyestuff
[colourway] cw
shell ! 0.95 - White | name of the colourway
trim . 0.6 - DTM;contrast;natural | shell colour
thread . 0.5 - DTM;contrast | dye to match shell
lining . 0.45 - DTM;none;black | shell colour
code . 0.3 - 19-4052;11-0601;18-0201 | colour name
[packaging] pack
quantity ! 0.5 - 1;1;2;12 | per garment
size . 0.3 cm 30 x 40;35 x 45;60 x 40 | folded size
material . 0.45 - recycled LDPE;kraft board;tissue, acid-free | house rule
instruction . 0.2 - fold once at waist;face up;buttons closed | house rule`;

interface Kind {
  readonly prefix: string;
  readonly fields: readonly Field[];
}

let kinds: Map<string, Kind> | undefined;

function read(): Map<string, Kind> {
  const found = new Map<string, Kind & { fields: Field[] }>();
  let current: Field[] = [];
  for (const line of lines(TABLE)) {
    const head = /^\[(\w+)\] (\w+)$/.exec(line);
    if (head) {
      current = [];
      found.set(head[1] ?? '', { prefix: head[2] ?? '', fields: current });
      continue;
    }
    const [left = '', basis = ''] = line.split(' | ');
    const [name = '', needed, lean, unit, ...rest] = left.split(' ');
    const options = rest.join(' ').split(';');
    current.push({
      name,
      needed: needed === '!',
      lean: Number(lean),
      unit: unit === '-' ? undefined : unit,
      options,
      basis,
    });
  }
  return found;
}

/** What a node of the kind may say about itself; read once, when the first body is asked. */
export function kindOf(kind: string): Kind {
  kinds ??= read();
  const found = kinds.get(kind);
  if (!found) throw new RangeError(`no such kind: ${kind}`);
  return found;
}

/** The order of kinds in a graph. */
export const KINDS = [
  'garment',
  'material',
  'piece',
  'edge',
  'seam',
  'quilt_line',
  'closure',
  'trim',
  'measurement',
  'label',
  'construction_note',
  'process',
  'colourway',
  'packaging',
] as const;
export type KindName = (typeof KINDS)[number];

/** For the designer only: what the garment is meant to be, as against how it is made. */
export const INTENT: ReadonlySet<string> = new Set(['fit', 'silhouette', 'design_intent']);
