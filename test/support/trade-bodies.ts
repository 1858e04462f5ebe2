/** Garments as the trade makes them: a jean graded over nine sizes in inches, and a shirt of 51 points and 13 sizes. */

const stated = (value: unknown, unit?: string, state = 'asserted') => ({
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
    plus: stated('1/4', 'in'),
    minus: code === 'I01' ? stated('1/2', 'in', 'inferred') : stated('1/4', 'in'),
  },
  sizes: Object.fromEntries(
    JEAN_SIZES.map((size, at) => {
      const value = writeEighths(base + (at - 3) * step);
      return [size, stated(value, 'in', code === 'K01' ? 'inferred' : 'asserted')];
    }),
  ),
  grade: stated(writeEighths(step), 'in'),
});

/** Creates a jean of 6 points and 9 sizes in inches with fractions, with materials and seams. */
export const createJean = () => ({
  ...{ garment_id: 'GARM-2207', profile: 'factory' },
  nodes: [
    {
      ...{ id: 'g', kind: 'garment', label: 'Five-pocket jean', style_number: stated('J-2207') },
      ...{ brand: stated('Northline'), season: stated('FW26'), category: stated('jean') },
      ...{ sample_size: stated('27'), fit: stated('straight'), size_range: stated('24-32') },
    },
    ...JEAN_POINTS.map(createJeanPoint),
    {
      ...{ id: 'm1', kind: 'material', label: 'Denim 13.5 oz', role: stated('shell') },
      ...{ composition: stated('98% cotton 2% elastane'), weight: stated('13.5', 'oz/yd²') },
      ...{ width: stated(58, 'in'), consumption: stated('1.35', 'yd') },
    },
    {
      ...{ id: 't1', kind: 'trim', label: 'Tack button 17 mm', quantity: stated(1, 'pc') },
      ...{ placement: 'waistband', supplier: stated('YKK') },
    },
    {
      ...{ id: 't2', kind: 'trim', label: 'Rivet', quantity: stated(6, 'pc'), placement: 'pockets' },
      supplier: stated(null, undefined, 'unstated'),
    },
    {
      ...{ id: 't3', kind: 'BOMLine', section: 'Labels', label: 'Back patch', placement: 'CB waistband' },
      quantity: stated(1, 'pc'),
    },
    {
      ...{ id: 's1', kind: 'operation', sequence: 1, label: 'Inseam', stitch: stated('401'), spi: stated(9) },
      ...{ seam_type: stated('LSc-2'), distance_from_edge: stated('1/16', 'in') },
    },
    {
      ...{ id: 's2', kind: 'operation', sequence: 2, label: 'Hem', stitch: stated('301'), spi: stated(8) },
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
      ...{ id: 'g', kind: 'garment', label: 'Oxford shirt', style_no: stated('S-51') },
      ...{ brand: stated('Northline'), sample_size: stated('M') },
    },
    ...Array.from({ length: 51 }, (_, at) => {
      const place = SHIRT_PLACES[at % SHIRT_PLACES.length];
      return {
        ...{ id: `p${at}`, kind: 'measurement', code: `P${String(at + 1).padStart(2, '0')}` },
        ...{ label: `${place} ${at + 1}, 2.5 cm below`, critical: at % 10 === 0 },
        how_to_measure: `straight from edge to edge at the ${place?.toLowerCase()}, garment laid flat, seam to seam`,
        ...{ tol_plus: stated('0.5', 'cm'), tol_minus: stated(at % 7 === 0 ? '1.0' : '0.5', 'cm') },
        spec: Object.fromEntries(
          SHIRT_SIZES.map((size, step) => {
            const value = (20 + at * 1.3 + step * 1.25).toFixed(2);
            return [size, stated(value, 'cm', (at * step) % 9 === 0 ? 'inferred' : 'asserted')];
          }),
        ),
      };
    }),
  ],
});
