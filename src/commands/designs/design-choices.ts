import type { PromptChoice } from '../../platform/shared-types.ts';
import type { DesignSummary } from '../../service/client/index.ts';

const DAY_MS = 86_400_000;
const AGE_UNITS: readonly (readonly [number, string])[] = [
  [365 * DAY_MS, 'year'],
  [30 * DAY_MS, 'month'],
  [7 * DAY_MS, 'week'],
  [DAY_MS, 'day'],
  [DAY_MS / 24, 'hour'],
  [60_000, 'minute'],
];
const MAX_NAME_LENGTH = 44;

/** Returns the age of a date in its largest unit, for example `3 weeks ago`. Empty for an invalid or future date. */
export const formatAge = (created: string, now: number): string => {
  const ago = now - Date.parse(created);
  if (Number.isNaN(ago) || ago < 0) return '';
  const [unit, name] = AGE_UNITS.find(([each]) => ago >= each) ?? [];
  if (unit === undefined) return 'just now';
  const number = Math.floor(ago / unit);
  return `${number} ${name}${number === 1 ? '' : 's'} ago`;
};

/** Shortens a name to MAX_NAME_LENGTH characters, the last one `…`. */
const shortenName = (name: string): string => {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const signs = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)];
  if (signs.length <= MAX_NAME_LENGTH) return name;
  return `${signs
    .slice(0, MAX_NAME_LENGTH - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
};

/** Returns the designs with all typed words in their name, category or ids, as choices of a search prompt. */
export const listDesignChoices = (
  designs: readonly DesignSummary[],
  typed: string,
  now: number,
): readonly PromptChoice<DesignSummary>[] => {
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
        shortenName(name || '(unnamed)'),
        garment_category,
        sgg_garment_id ?? 'not minted',
        formatAge(created_at, now),
      ];
      const detail = name && name !== shortenName(name) ? `${id}  ${name}` : id;
      return { label: parts.filter(Boolean).join('   '), detail, value: design };
    });
};
