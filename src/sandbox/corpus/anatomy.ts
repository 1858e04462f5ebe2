import type { KindName } from './fields.ts';

/** Names and what is known with them, in trade order: `Name; field: value; field: value`. */
export type Anatomy = Readonly<Partial<Record<KindName, string>>>;

/** Where there is no neck to put them in. */
const WAIST_LABELS = `Main label; placement: CB waistband, inside | Care and content label; placement: left side seam, 8 cm below waistband
    | Size label; placement: under main label | Origin label; placement: behind care label | Batch label; placement: inside pocket bag`;

const COMMON: Anatomy = {
  trim: `Core-spun thread; material: polyester; size: Tex 40; quantity: 1 | Topstitching thread; material: polyester; size: Tex 60; quantity: 1
    | Hanger loop; material: cotton tape; quantity: 1 | Stay tape, 6 mm; material: cotton; size: 6 mm; quantity: 2 | Spare bag; material: paper; quantity: 1; size: 5 x 5 cm | Size pip; material: woven damask; quantity: 1; size: 12 mm`,
  label: `Main label; placement: CB neck | Care and content label; placement: left side seam, 10 cm above hem | Size label; placement: under main label
    | Origin label; placement: behind care label | Batch label; placement: left side seam | Flag label; placement: outside left side seam`,
  colourway: `Ecru; shell: Ecru | Ink; shell: Ink | Clay; shell: Clay | Moss; shell: Moss | Slate; shell: Slate | Bone; shell: Bone
    | Rust; shell: Rust | Navy; shell: Navy | Black; shell: Black | Sage; shell: Sage | Ochre; shell: Ochre | Plum; shell: Plum`,
  packaging: `Polybag; material: recycled LDPE | Hangtag; material: kraft board | Tissue sheet; material: tissue, acid-free | Carton; material: kraft board
    | Size sticker; material: paper | Hanger; material: recycled PP | Silica sachet; material: silica gel | Swing ticket string; material: cotton`,
};

const TOP: Anatomy = {
  material: `Poplin; role: shell; composition: 100% cotton; weight: 120 | Woven fusible; role: interlining; composition: 100% cotton; weight: 60
    | Pocketing; role: pocketing; composition: 65% polyester, 35% cotton; weight: 110`,
  piece: `Front; cut: 2; mirrored: true; grain: warp, parallel to CF | Back; cut: 1; on_fold: true; grain: warp, on CB | Back yoke; cut: 2; grain: weft
    | Sleeve; cut: 2; mirrored: true; grain: warp | Cuff; cut: 4; grain: warp | Collar leaf; cut: 2; grain: weft | Collar stand; cut: 2; grain: weft
    | Placket; cut: 2; grain: warp | Patch pocket; cut: 1; grain: warp | Sleeve placket; cut: 2; grain: warp`,
  seam: `Side seam; seam_class: LSc (lapped, felled); stitch_class: '401' | Shoulder seam; seam_class: SSa (superimposed) | Armhole seam; seam_class: LSc (lapped, felled)
    | Sleeve underarm seam; seam_class: LSc (lapped, felled) | Yoke seam; seam_class: LSq (lapped, topstitched) | Collar attachment; seam_class: LSk (lapped, bound)
    | Cuff attachment; seam_class: LSk (lapped, bound) | Hem; seam_class: EFb (clean-finish hem); stitch_class: '301' | Pocket topstitch; seam_class: LSd (lapped, edge turned); stitch_class: '301'`,
  closure: `Centre-front button placket; type: button and buttonhole; count: 7; placement: centre front | Cuff button; type: button and buttonhole; count: 2; placement: cuff`,
  trim: `Button, 4-hole; material: corozo; size: 18L; quantity: 11`,
  measurement: `B01 Chest, 2.5 cm below armhole; spec: 54.0 | B03 Across front; spec: 40.5 | B04 Across back; spec: 42.0 | B05 Armhole, straight; spec: 25.5
    | B07 Body length, HPS to hem; spec: 74.0 | B09 Hem opening; spec: 55.0 | S01 Sleeve length from CB; spec: 84.5 | S04 Bicep; spec: 20.0 | S07 Cuff opening; spec: 11.5
    | N01 Neck opening, seam to seam; spec: 17.5 | N04 Collar point; spec: 7.5 | B12 Shoulder slope; spec: 4.5`,
  construction_note: `Collar points crisp, trimmed and turned | Yoke lined, seam allowances enclosed | Sleeve placket construction | Pocket corners reinforced with triangle | Hem curved, double turned`,
};

const BOTTOM: Anatomy = {
  label: WAIST_LABELS,
  material: `Cotton twill; role: shell; composition: 98% cotton, 2% elastane; weight: 280 | Pocketing; role: pocketing; composition: 65% polyester, 35% cotton; weight: 110
    | Waistband fusible; role: interlining; composition: 100% polyester; weight: 80`,
  piece: `Front leg; cut: 2; mirrored: true; grain: warp | Back leg; cut: 2; mirrored: true; grain: warp | Waistband; cut: 2; grain: weft | Fly; cut: 1; grain: warp | Fly facing; cut: 1; grain: warp
    | Front pocket bag; cut: 4; grain: warp | Back pocket; cut: 2; grain: warp | Belt loop; cut: 5; grain: warp | Back yoke; cut: 2; mirrored: true; grain: weft | Coin pocket; cut: 1; grain: warp | Pocket facing; cut: 2; grain: warp`,
  seam: `Inseam; seam_class: LSc (lapped, felled); stitch_class: '401' | Outseam; seam_class: SSa (superimposed); stitch_class: '516' | Back rise; seam_class: LSc (lapped, felled); stitch_class: '401' | Front rise; seam_class: SSa (superimposed)
    | Waistband attachment; seam_class: LSk (lapped, bound); stitch_class: '401' | Pocket mouth; seam_class: EFa (turned hem); stitch_class: '301' | Fly topstitch; seam_class: OSa (ornamental); stitch_class: '301'
    | Hem; seam_class: EFb (clean-finish hem); stitch_class: '301' | Yoke seam; seam_class: LSc (lapped, felled); stitch_class: '401' | Belt loop attachment; seam_class: SSa (superimposed); stitch_class: '301'`,
  closure: `Fly zip; type: zip; count: 1; placement: centre front; length: 14.0 | Waistband button; type: button and buttonhole; count: 1; placement: centre front | Inner hook; type: hook and bar; count: 1`,
  trim: `Shank button; material: zinc alloy; size: 17 mm; quantity: 1 | Zip, closed end; material: brass; size: 14 cm; quantity: 1 | Rivet; material: copper; size: 9 mm; quantity: 6`,
  measurement: `W01 Waist, relaxed, top edge; spec: 40.0 | W04 Hip, 20 cm below waist; spec: 52.0 | R01 Front rise, including waistband; spec: 27.5 | R02 Back rise, including waistband; spec: 37.0
    | L01 Inseam; spec: 81.0 | L02 Outseam; spec: 107.0 | L05 Thigh, 2.5 cm below crotch; spec: 30.5 | L07 Knee; spec: 23.5 | L09 Leg opening; spec: 21.0 | W07 Waistband height; spec: 4.0 | P01 Front pocket opening; spec: 15.5 | Z01 Fly length; spec: 14.0`,
  construction_note: `Bartacks at pocket mouths and fly, 10 mm | Belt loops set into waistband seam | Front pleat pressed, not stitched | Hem allowance left for alteration`,
};

const OUTER: Anatomy = {
  material: `Wool melton; role: shell; composition: 80% wool, 20% polyamide; weight: 480 | Cupro lining; role: lining; composition: 100% cupro; weight: 75 | Hair canvas; role: interlining; composition: 60% wool, 40% viscose; weight: 190
    | Pocketing; role: pocketing; composition: 100% cotton; weight: 120 | Sleeve-head wadding; role: interlining; composition: 100% polyester; weight: 90`,
  piece: `Front; cut: 2; mirrored: true; grain: warp, parallel to CF | Side front; cut: 2; mirrored: true; grain: warp | Back; cut: 2; mirrored: true; grain: warp, on CB | Side back; cut: 2; mirrored: true; grain: warp
    | Top sleeve; cut: 2; mirrored: true; grain: warp | Under sleeve; cut: 2; mirrored: true; grain: warp | Facing; cut: 2; mirrored: true; grain: warp | Back neck facing; cut: 1; on_fold: true; grain: warp
    | Collar; cut: 2; grain: weft | Pocket welt; cut: 2; grain: warp | Pocket flap; cut: 4; grain: warp | Pocket bag; cut: 4; grain: warp | Hood centre; cut: 1; grain: warp | Hood side; cut: 2; mirrored: true; grain: warp | Cuff tab; cut: 4; grain: warp | Storm flap; cut: 2; grain: warp`,
  seam: `Side seam; seam_class: SSa (superimposed); stitch_class: '301' | Centre back seam; seam_class: SSa (superimposed); stitch_class: '301' | Shoulder seam; seam_class: SSa (superimposed) | Armhole seam; seam_class: SSa (superimposed)
    | Sleeve hind-arm seam; seam_class: SSa (superimposed) | Sleeve fore-arm seam; seam_class: SSa (superimposed) | Facing attachment; seam_class: SSe (superimposed, turned) | Collar attachment; seam_class: LSk (lapped, bound)
    | Front edge topstitch; seam_class: SSe (superimposed, turned); stitch_class: '301' | Pocket welt seam; seam_class: SSa (superimposed) | Hem; seam_class: EFm (blind hem); stitch_class: '103' | Hood seam; seam_class: LSq (lapped, topstitched)
    | Sleeve hem; seam_class: EFm (blind hem) | Storm flap attachment; seam_class: SSe (superimposed, turned)`,
  closure: `Centre-front closure; type: button and buttonhole; count: 4; placement: centre front | Inner button; type: button and buttonhole; count: 1 | Welt pocket; type: open; count: 2 | Cuff tab; type: snap; count: 2
    | Centre-front zip; type: two-way zip; count: 1; length: 68.0 | Storm flap snaps; type: snap; count: 6 | Hood attachment; type: zip; count: 1 | Hem drawcord; type: cord and toggle; count: 2 | Liner zip; type: zip; count: 1`,
  trim: `Button, 4-hole, 32L; material: horn; quantity: 5 | Inner button, 24L; material: polyester; quantity: 1 | Shoulder pad; material: polyester; quantity: 2 | Snap, ring; material: brass; quantity: 8 | Two-way zip; material: polyamide; quantity: 1
    | Drawcord; material: polyester; quantity: 2 | Toggle; material: POM plastic; quantity: 4 | Eyelet; material: brass; quantity: 4`,
  measurement: `B01 Chest, 2.5 cm below armhole; spec: 58.0 | B03 Across front; spec: 42.0 | B04 Across back; spec: 44.0 | B06 Waist; spec: 56.0 | B07 Body length, HPS to hem; spec: 98.0 | B09 Hem opening; spec: 64.0
    | S01 Sleeve length from CB; spec: 86.0 | S04 Bicep; spec: 22.5 | S06 Elbow; spec: 19.5 | S07 Cuff opening; spec: 15.0 | N01 Neck opening, seam to seam; spec: 19.0 | N05 Collar height at CB; spec: 7.0 | P01 Pocket opening; spec: 16.5 | P02 Pocket placement from HPS; spec: 58.0
    | H01 Hood height; spec: 36.0 | H02 Hood depth; spec: 25.0`,
  construction_note: `Front edge pressed without shine, collar rolled | Half-lined, seams bound | Vent at CB, 42 cm | Pocket welt matched to cloth direction | Sleeve vent, working buttonholes | Hanger loop at CB neck, bartacked`,
};

const DRESS: Anatomy = {
  material: `Silk crepe; role: shell; composition: 100% silk; weight: 85 | Silk habotai; role: lining; composition: 100% silk; weight: 45`,
  piece: `Front; cut: 1; on_fold: true; grain: warp | Back; cut: 2; mirrored: true; grain: warp | Skirt front; cut: 1; grain: bias | Skirt back; cut: 2; grain: bias | Neck facing; cut: 1; grain: warp | Strap; cut: 2; grain: bias | Waist tie; cut: 2; grain: weft | Side panel; cut: 2; mirrored: true; grain: warp`,
  seam: `Side seam; seam_class: SSae (French); stitch_class: '301' | Waist seam; seam_class: SSa (superimposed) | Centre back seam; seam_class: SSae (French); stitch_class: '301' | Neck edge; seam_class: BSa (bound) | Armhole edge; seam_class: BSa (bound)
    | Hem; seam_class: EFw (rolled hem); stitch_class: '503' | Strap seam; seam_class: SSa (superimposed); stitch_class: '301'`,
  closure: `Invisible zip; type: zip; count: 1; placement: left side; length: 36.0 | Neck hook; type: hook and eye; count: 1`,
  trim: `Invisible zip; material: polyamide; quantity: 1; size: 36 cm | Strap slider; material: brass; quantity: 2; size: 6 mm`,
  measurement: `B01 Bust, 2.5 cm below armhole; spec: 44.0 | B06 Waist; spec: 37.0 | B08 Hip, 20 cm below waist; spec: 49.5 | B07 Body length, HPS to hem; spec: 112.0 | N02 Neck drop, front; spec: 16.0 | T01 Strap length; spec: 38.0 | B09 Hem sweep; spec: 92.0`,
  construction_note: `Hang 24 hours before levelling the hem | Neck edge bound in self bias | Straps turned, no topstitch`,
};

const KNIT: Anatomy = {
  material: `Merino 2/30; role: yarn; composition: 100% merino wool; weight: 290 | Linking yarn; role: linking; composition: 100% merino wool; weight: 30`,
  piece: `Front; cut: 1 | Back; cut: 1 | Sleeve; cut: 2; mirrored: true | Neck rib; cut: 1`,
  seam: `Shoulder linking; seam_class: linked, loop to loop; stitch_class: '101' | Armhole linking; seam_class: linked, loop to loop; stitch_class: '101' | Side linking; seam_class: linked, loop to loop; stitch_class: '101' | Neck rib linking; seam_class: linked, loop to loop; stitch_class: '101'`,
  closure: `Neck button; type: button and loop; count: 1`,
  trim: `Linking thread; material: merino wool; quantity: 1`,
  measurement: `B01 Chest, 2.5 cm below armhole; spec: 51.0 | B07 Body length, HPS to hem; spec: 66.0 | S01 Sleeve length from CB; spec: 82.0 | N01 Neck opening, relaxed; spec: 18.0 | R05 Hem rib height; spec: 6.0 | R06 Cuff rib height; spec: 6.0`,
  construction_note: `Fashioning marks visible, 4 stitches in | Neck rib linked on the half gauge`,
};

const TEE: Anatomy = {
  ...TOP,
  material: `Single jersey; role: shell; composition: 100% cotton; weight: 180 | Rib 1x1; role: rib; composition: 95% cotton, 5% elastane; weight: 240 | Neck tape; role: tape; composition: 100% cotton; weight: 90`,
  piece: `Front; cut: 1; on_fold: true; grain: wale, on CF | Back; cut: 1; on_fold: true; grain: wale, on CB | Sleeve; cut: 2; grain: wale | Neck rib; cut: 1; grain: course | Neck tape; cut: 1; grain: wale`,
  seam: `Side seam; seam_class: SSa (superimposed); stitch_class: '514' | Shoulder seam; seam_class: SSa (superimposed); stitch_class: '514' | Armhole seam; seam_class: SSa (superimposed); stitch_class: '514'
    | Neck rib attachment; seam_class: SSa (superimposed); stitch_class: '504' | Hem; seam_class: EFa (turned hem); stitch_class: '406' | Sleeve hem; seam_class: EFa (turned hem); stitch_class: '406'`,
  closure: `Neck opening; type: pull on; count: 1`,
  trim: `Shoulder tape; material: cotton; quantity: 2; size: 8 mm`,
  construction_note: `Neck rib joined at left shoulder | Back neck taped, shoulder to shoulder | Twin-needle hems, 6.4 mm`,
};

const SKIRT: Anatomy = {
  ...DRESS,
  label: WAIST_LABELS,
  piece: `Skirt front; cut: 1; on_fold: true; grain: warp, on CF | Skirt back; cut: 2; mirrored: true; grain: warp | Waistband; cut: 2; grain: weft | Pocket bag; cut: 4; grain: warp | Side gore; cut: 4; mirrored: true; grain: warp`,
  seam: `Side seam; seam_class: SSa (superimposed); stitch_class: '301' | Waistband attachment; seam_class: LSk (lapped, bound); stitch_class: '301' | Hem; seam_class: EFm (blind hem); stitch_class: '103' | Centre back seam; seam_class: SSa (superimposed); stitch_class: '301'`,
  measurement: `W01 Waist, relaxed, top edge; spec: 37.5 | W04 Hip, 20 cm below waist; spec: 49.0 | L02 Length, side; spec: 68.0 | B09 Hem sweep; spec: 86.0 | W07 Waistband height; spec: 3.5`,
  construction_note: `Pleats pressed to left, basted at top | Waistband closed by hand | Lining hangs free, thread chains 4 cm`,
};

const VEST: Anatomy = {
  ...OUTER,
  material: `Polar fleece; role: shell; composition: 100% polyester; weight: 300 | Mesh; role: lining; composition: 100% polyester; weight: 95`,
  piece: `Front; cut: 2; mirrored: true; grain: wale | Back; cut: 1; on_fold: true; grain: wale | Stand collar; cut: 2; grain: course | Pocket bag; cut: 4; grain: wale | Armhole binding; cut: 2; grain: course | Hem binding; cut: 1; grain: course`,
  seam: `Side seam; seam_class: SSa (superimposed); stitch_class: '504' | Shoulder seam; seam_class: SSa (superimposed); stitch_class: '504' | Collar attachment; seam_class: SSa (superimposed) | Zip attachment; seam_class: LSq (lapped, topstitched); stitch_class: '301'
    | Armhole edge; seam_class: BSa (bound); stitch_class: '406' | Hem; seam_class: BSa (bound); stitch_class: '406'`,
  closure: `Centre-front zip; type: zip; count: 1; placement: centre front; length: 62.0`,
  trim: `Zip, open end; material: polyester; quantity: 1; size: 62 cm | Zip puller; material: polyester cord; quantity: 1`,
  measurement: `B01 Chest, 2.5 cm below armhole; spec: 55.0 | B07 Body length, HPS to hem; spec: 66.0 | B05 Armhole, straight; spec: 27.0 | B09 Hem opening; spec: 52.0 | N05 Collar height at CB; spec: 7.0`,
  construction_note: `Zip end covered at collar, garage 2 cm | Binding joined at side seam | Pocket mouth taped`,
};

const SLIP: Anatomy = {
  ...DRESS,
  piece: `Strap; cut: 2; grain: bias | Neck binding; cut: 1; grain: bias`,
  seam: `Side seam; seam_class: SSae (French); stitch_class: '301' | Neck edge; seam_class: BSa (bound) | Hem; seam_class: EFw (rolled hem); stitch_class: '503'`,
};

const ABAYA: Anatomy = {
  ...DRESS,
  piece: `Front; cut: 2; mirrored: true; grain: warp, parallel to CF | Back; cut: 1; on_fold: true; grain: warp | Wide sleeve; cut: 2; mirrored: true; grain: warp | Front facing; cut: 2; grain: warp | Underarm gusset; cut: 2; grain: bias`,
  seam: `Side seam; seam_class: SSae (French); stitch_class: '301' | Shoulder seam; seam_class: SSae (French); stitch_class: '301' | Sleeve seam; seam_class: SSae (French); stitch_class: '301' | Hem; seam_class: EFb (clean-finish hem); stitch_class: '301'`,
  closure: `Front ties; type: self-fabric ties; count: 3; placement: centre front`,
  trim: `Braid edging; material: viscose; quantity: 2; size: 10 mm`,
  construction_note: `Sleeve falls from dropped shoulder, no cap ease | Gusset set on the bias | Front edges meet, no overlap`,
};

const PARKA: Anatomy = {
  ...OUTER,
  material: `Nylon ripstop; role: shell; composition: 100% polyamide; weight: 70 | Down 90/10; role: insulation; composition: 90% duck down, 10% feather; weight: 140 | Down-proof taffeta; role: lining; composition: 100% polyamide; weight: 38
    | Three-layer shell; role: shell; composition: 100% polyester, PU membrane; weight: 165 | Brushed tricot; role: lining; composition: 100% polyester; weight: 120 | Faux fur; role: trim cloth; composition: 70% modacrylic, 30% acrylic; weight: 600
    | Rib 2x2; role: rib; composition: 97% polyester, 3% elastane; weight: 420 | Mesh; role: pocketing; composition: 100% polyester; weight: 90 | Fusible, stretch; role: interlining; composition: 100% polyamide; weight: 45
    | Seam tape cloth; role: tape; composition: 100% polyamide; weight: 30 | Reflective film; role: trim cloth; composition: 100% polyurethane; weight: 110 | Chamois; role: pocketing; composition: 100% polyester; weight: 160
    | Baffle tricot; role: interlining; composition: 100% polyamide; weight: 22 | Powder skirt cloth; role: lining; composition: 100% polyamide; weight: 80`,
  construction_note: `Bartack at zip end, 8 mm | Seam taped, 20 mm | Down filled by weight, per chamber | Needle marks brushed closed | Stop stitch at chamber end | Zip garage at chin, brushed tricot
    | Cord end inside channel, knotted | Eyelet on reinforcement patch | Pocket bag sewn to facing | Elastic quartered, even | Edge pressed, no heat on down | Snap set through two plies and patch`,
};

/** One piece of each half: a romper is a top and a bottom. */
const both = (kind: KindName): string => `${TOP[kind]} | ${BOTTOM[kind]}`;

const ONE_PIECE: Anatomy = {
  material: BOTTOM.material ?? '',
  piece: both('piece'),
  seam: both('seam'),
  closure: both('closure'),
  trim: both('trim'),
  measurement: both('measurement'),
  construction_note: both('construction_note'),
};

export const FAMILIES = {
  top: TOP,
  tee: TEE,
  knit: KNIT,
  bottom: BOTTOM,
  skirt: SKIRT,
  dress: DRESS,
  slip: SLIP,
  abaya: ABAYA,
  outer: OUTER,
  vest: VEST,
  parka: PARKA,
  onePiece: ONE_PIECE,
} as const;
export type Family = keyof typeof FAMILIES;

/** The names of a kind in a family, each with its fields. */
export function named(family: Family, kind: KindName): { name: string; preset: Record<string, string> }[] {
  const own = FAMILIES[family][kind];
  const text = kind === 'label' && own ? own : [own, COMMON[kind]].filter(Boolean).join(' | ');
  return text.split('|').map((entry) => {
    const [name = '', ...fields] = entry.trim().split('; ');
    return { name, preset: Object.fromEntries(fields.map((field) => field.split(': ') as [string, string])) };
  });
}
