/** Garments as the trade makes them: a jean graded over nine sizes in inches, and a shirt of 51 points and 13 sizes. */

const createStatedValue = (value: unknown, unit?: string, state = 'asserted') => ({
  ...{ value, state },
  ...(unit === undefined ? {} : { unit }),
});

/** Writes eighths of an inch as the trade does, for example `26 1/4`. */
const writeEighths = (count: number): string => {
  const [whole, rest] = [Math.floor(count / 8), count % 8];
  const step = rest % 4 === 0 ? 4 : rest % 2 === 0 ? 2 : 1;
  const fraction = rest === 0 ? '' : `${rest / step}/${8 / step}`;
  return [whole === 0 && fraction !== '' ? '' : String(whole), fraction]
    .filter((part) => part !== '')
    .join(' ');
};

const JEAN_SIZES = ['24', '25', '26', '27', '28', '29', '30', '31', '32'];

/** Code, name, eighths of an inch in size 27, step between the sizes, and how it is measured. */
const JEAN_POINTS = [
  ['W01', 'Waist, relaxed', 208, 8, 'along the top edge, buttoned'],
  ['H01', 'Hip, 3 1/4 in below waistband', 280, 8, 'front laid flat, straight across'],
  ['T01', 'Thigh at crotch', 164, 4, '1 in below the crotch point'],
  ['K01', 'Knee, 13 in below crotch', 106, 2, ''],
  ['L01', 'Leg opening', 92, 2, ''],
  ['I01', 'Inseam', 224, 0, 'crotch point to hem along the seam'],
] as const;

const createJeanPoint = ([code, label, base, step, how]: (typeof JEAN_POINTS)[number]) => ({
  ...{ id: `pom.${code.toLowerCase()}`, kind: 'pom', code, label },
  ...(how === '' ? {} : { how_to_measure: how }),
  tolerance: {
    plus: createStatedValue('1/4', 'in'),
    minus: code === 'I01' ? createStatedValue('1/2', 'in', 'inferred') : createStatedValue('1/4', 'in'),
  },
  sizes: Object.fromEntries(
    JEAN_SIZES.map((size, at) => {
      const value = writeEighths(base + (at - 3) * step);
      return [size, createStatedValue(value, 'in', code === 'K01' ? 'inferred' : 'asserted')];
    }),
  ),
  grade: createStatedValue(writeEighths(step), 'in'),
});

/** Creates a jean of 6 points and 9 sizes in inches with fractions, with materials and seams. */
export const createJean = () => ({
  ...{ garment_id: 'GARM-2207', profile: 'factory' },
  nodes: [
    {
      ...{ id: 'g', kind: 'garment', label: 'Five-pocket jean', style_number: createStatedValue('J-2207') },
      ...{
        brand: createStatedValue('Northline'),
        season: createStatedValue('FW26'),
        category: createStatedValue('jean'),
      },
      ...{
        sample_size: createStatedValue('27'),
        fit: createStatedValue('straight'),
        size_range: createStatedValue('24-32'),
      },
    },
    ...JEAN_POINTS.map(createJeanPoint),
    {
      ...{ id: 'm1', kind: 'material', label: 'Denim 13.5 oz', role: createStatedValue('shell') },
      ...{
        composition: createStatedValue('98% cotton 2% elastane'),
        weight: createStatedValue('13.5', 'oz/yd²'),
      },
      ...{ width: createStatedValue(58, 'in'), consumption: createStatedValue('1.35', 'yd') },
    },
    {
      ...{ id: 't1', kind: 'trim', label: 'Tack button 17 mm', quantity: createStatedValue(1, 'pc') },
      ...{ placement: 'waistband', supplier: createStatedValue('YKK') },
    },
    {
      ...{
        id: 't2',
        kind: 'trim',
        label: 'Rivet',
        quantity: createStatedValue(6, 'pc'),
        placement: 'pockets',
      },
      supplier: createStatedValue(null, undefined, 'unstated'),
    },
    {
      ...{ id: 't3', kind: 'BOMLine', section: 'Labels', label: 'Back patch', placement: 'CB waistband' },
      quantity: createStatedValue(1, 'pc'),
    },
    {
      ...{
        id: 's1',
        kind: 'operation',
        sequence: 1,
        label: 'Inseam',
        stitch: createStatedValue('401'),
        spi: createStatedValue(9),
      },
      ...{ seam_type: createStatedValue('LSc-2'), distance_from_edge: createStatedValue('1/16', 'in') },
    },
    {
      ...{
        id: 's2',
        kind: 'operation',
        sequence: 2,
        label: 'Hem',
        stitch: createStatedValue('301'),
        spi: createStatedValue(8),
      },
      machine: 'lockstitch',
    },
  ],
});

const SHIRT_SIZES = ['XXS', 'XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', 'LT', 'XLT', '2XLT', '3XLT'];

const SHIRT_PLACES = [
  'Collar',
  'Neck',
  'Shoulder',
  'Chest',
  'Waist',
  'Hem',
  'Sleeve',
  'Cuff',
  'Yoke',
  'Pocket',
];

/** Creates a shirt of 51 points and 13 sizes in centimetres, each with a text on how to measure it. */
export const createShirt = () => ({
  ...{ garment_id: 'GARM-51', profile: 'factory' },
  nodes: [
    {
      ...{ id: 'g', kind: 'garment', label: 'Oxford shirt', style_no: createStatedValue('S-51') },
      ...{ brand: createStatedValue('Northline'), sample_size: createStatedValue('M') },
    },
    ...Array.from({ length: 51 }, (_, at) => {
      const place = SHIRT_PLACES[at % SHIRT_PLACES.length];
      return {
        ...{ id: `p${at}`, kind: 'measurement', code: `P${String(at + 1).padStart(2, '0')}` },
        ...{ label: `${place} ${at + 1}, 2.5 cm below`, critical: at % 10 === 0 },
        how_to_measure: `straight from edge to edge at the ${place?.toLowerCase()}, garment laid flat, seam to seam`,
        ...{
          tol_plus: createStatedValue('0.5', 'cm'),
          tol_minus: createStatedValue(at % 7 === 0 ? '1.0' : '0.5', 'cm'),
        },
        spec: Object.fromEntries(
          SHIRT_SIZES.map((size, step) => {
            const value = (20 + at * 1.3 + step * 1.25).toFixed(2);
            return [size, createStatedValue(value, 'cm', (at * step) % 9 === 0 ? 'inferred' : 'asserted')];
          }),
        ),
      };
    }),
  ],
});
