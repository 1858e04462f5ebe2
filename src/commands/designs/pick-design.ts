import type { DesignSummary } from '../../client/index.ts';
import type { Choice } from '../../contract.ts';

const DAY = 86_400_000;
const AGES: readonly (readonly [number, string])[] = [
  [365 * DAY, 'year'],
  [30 * DAY, 'month'],
  [7 * DAY, 'week'],
  [DAY, 'day'],
  [DAY / 24, 'hour'],
  [60_000, 'minute'],
];
const LONGEST = 44;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How old something is, in the largest unit that it has reached; nothing for what is no date or still to come. */
export const age = (created: string, now: number): string => {
  const ago = now - Date.parse(created);
  if (Number.isNaN(ago) || ago < 0) return '';
  const [unit, name] = AGES.find(([each]) => ago >= each) ?? [];
  if (unit === undefined) return 'just now';
  const number = Math.floor(ago / unit);
  return `${number} ${name}${number === 1 ? '' : 's'} ago`;
};

/** A name that leaves room on its line for what follows it. */
const short = (name: string): string => {
  const signs = [...SEGMENTER.segment(name)];
  if (signs.length <= LONGEST) return name;
  return `${signs
    .slice(0, LONGEST - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
};

/** Designs as a search prompt offers them, those that hold the words typed: name, category, identity, age. */
export const choices = (
  designs: readonly DesignSummary[],
  typed: string,
  now: number,
): readonly Choice<DesignSummary>[] => {
  const words = typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return designs
    .filter(({ name, garment_category, sgg_garment_id, id }) => {
      const text = [name, garment_category, sgg_garment_id, id].join('\n').toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map((design) => {
      const { id, name, garment_category, sgg_garment_id, created_at } = design;
      const parts = [
        short(name || '(unnamed)'),
        garment_category,
        sgg_garment_id ?? 'not minted',
        age(created_at, now),
      ];
      const detail = name && name !== short(name) ? `${id}  ${name}` : id;
      return { label: parts.filter(Boolean).join('   '), detail, value: design };
    });
};
