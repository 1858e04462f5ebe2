import type { Family } from './anatomy.ts';
import type { Recipe } from './grow.ts';
import { lines } from './notation.ts';
import { chance } from './seeded.ts';

/** A design of everyday work: enough of them that a list has pages. */
export interface Plain {
  readonly created_at: string;
  readonly name: string | null;
  readonly category: string | null;
  readonly minted: string | null;
  readonly family: Family;
}

/**
 * Newest first; `-` is null. Three share one instant where a page of twenty ends, two share another, two
 * are of one name: each is a way in which a list or a lookup by name goes wrong.
 */
const TABLE = `
2026-08-27T15:02:10Z | top | shirt | - | Camp-collar shirt, linen
2026-08-25T09:41:33Z | bottom | trouser | - | Pleated trouser, tropical wool
2026-08-21T11:20:00Z | dress | dress | GARM-5109 | Wrap dress, viscose
2026-08-18T07:55:48Z | outer | jacket | - | Chore jacket
2026-08-14T16:30:12Z | top | blouse | - | Pussy-bow blouse
2026-08-11T13:13:13Z | skirt | skirt | - | A-line skirt, six gores
2026-08-06T10:00:00Z | tee | knit top | - | Rib tank
2026-07-30T18:47:25Z | onePiece | jumpsuit | - | Boiler suit, overdyed
2026-07-28T08:08:08Z | tee | tee | - | Heavy tee, 240 g
2026-07-22T12:34:56Z | outer | coat | GARM-5098 | Balmacaan, raglan
2026-07-17T09:05:41Z | bottom | trouser | - | Cargo trouser
2026-07-15T14:22:09Z | dress | dress | - | Shirt dress, midi
2026-07-10T10:10:10Z | top | shirt | - | Band-collar shirt
2026-07-10T10:10:10Z | top | shirt | - | Band-collar shirt, short sleeve
2026-07-10T10:10:10Z | top | shirt | - | Band-collar shirt, flannel
2026-07-02T17:45:30Z | bottom | swim | - | Swim short, 5 inch
2026-06-29T06:59:59Z | tee | underwear | - | Thermal long-sleeve
2026-06-24T11:11:40Z | vest | vest | - | Quilted liner vest
2026-06-19T15:26:02Z | skirt | skirt | - | Bias skirt, satin
2026-06-12T09:30:00Z | top | blouse | - | Untitled
2026-06-12T09:30:00Z | bottom | trouser | - | Untitled
2026-06-05T13:00:27Z | outer | kimono jacket | - | Hanten jacket, sashiko
2026-05-29T08:17:44Z | onePiece | jumpsuit | - | Flight suit
2026-05-22T19:03:18Z | top | shirt | GARM-5041 | Western shirt, snap front
2026-05-15T10:44:51Z | bottom | trouser | - | Drawstring trouser
2026-05-08T12:12:00Z | top | - | - | Sample room test
2026-04-30T16:20:35Z | dress | dress | - | Tiered maxi dress
2026-04-23T07:38:29Z | outer | jacket | - | Harrington
2026-04-16T14:55:07Z | knit | knit top | - | Polo, fully fashioned
2026-04-09T09:09:09Z | skirt | skirt | - | Kilt, box pleats
2026-03-31T11:31:46Z | tee | tee | - | Long-sleeve tee, stripe
2026-03-20T17:02:53Z | outer | coat | - | Duffle coat
2026-03-12T08:49:15Z | bottom | trouser | GARM-4977 | Chino, tapered
2026-02-26T13:27:38Z | dress | dress | - | Column dress, jersey
2026-02-13T10:05:22Z | top | shirt | - | Overshirt, corduroy
2026-01-30T15:18:04Z | vest | vest | - | Fishing vest
2026-01-14T12:00:01Z | knit | knit top | - | Cable vest
2025-12-18T09:54:37Z | onePiece | jumpsuit | - | Dungarees
2025-12-04T16:41:59Z | bottom | trouser | - | Sailor trouser
2025-11-20T08:02:16Z | top | shirt | - | Toile 1`;

/** Designs of somebody else: their ids answer 404 to the designer, minted or not. */
const FOREIGN = `
2026-10-11T08:20:00Z | outer | coat | GARM-6001 | Cape coat, double-faced
2026-07-19T19:19:19Z | dress | dress | - | Evening column
2026-03-03T03:03:03Z | bottom | trouser | - | Untitled`;

const or = (word: string | undefined): string | null => (word === undefined || word === '-' ? null : word);

const read = (table: string): Plain[] =>
  lines(table).map((line) => {
    const [created_at = '', family = 'top', category, minted, name] = line.split(' | ');
    return {
      created_at,
      family: family as Family,
      category: or(category),
      minted: or(minted),
      name: or(name),
    };
  });

export const plain = (): Plain[] => read(TABLE);
export const foreign = (): Plain[] => read(FOREIGN);

/** Small garments, no two alike: the older the design, the more of it is settled. */
export function plainRecipe(design: Plain, seed: string): Recipe {
  const between = (from: number, to: number, word: string) =>
    from + Math.floor(chance(seed, word) * (to - from + 1));
  const kinds = {
    material: between(1, 2, 'material'),
    piece: between(3, 4, 'piece'),
    seam: between(2, 4, 'seam'),
    closure: 1,
    trim: between(1, 3, 'trim'),
    measurement: between(2, 5, 'measurement'),
    label: 2,
    construction_note: between(1, 3, 'note'),
    colourway: between(1, 2, 'colourway'),
  };
  const nodes = Object.values(kinds).reduce((sum, n) => sum + n, 1) + between(2, 5, 'edge');
  const values = nodes * 4 + between(0, 9, 'values');
  const settled = 0.4 + 0.35 * chance(seed, 'settled');
  const asserted = Math.round(values * settled);
  const inferred = Math.round((values - asserted) * 0.58);
  const category = design.category ?? 'not sorted';
  return {
    seed,
    family: design.family,
    title: design.name ?? 'Unnamed',
    category,
    sample: 'M',
    kinds,
    nodes,
    tally: [asserted, inferred, values - asserted - inferred],
    open: between(0, 8, 'open'),
    ...(design.family === 'knit' ? { without: ['grain', 'one_way', 'fused', 'drill_holes'] } : {}),
  };
}
