/** Finds active content in documents of toile: formulas, mentions, links, scripts. */
import { MARK } from './payloads.ts';

/** Splits CSV at these separators, as a spreadsheet does; quotes at the start of a cell protect separators. */
const splitCells = (csv: string, separators: string): readonly string[] => {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at <= csv.length; at += 1) {
    const sign = csv[at] ?? '\n';
    if (quoted) {
      if (sign === '"' && csv[at + 1] === '"') {
        at += 1;
        cell += sign;
      } else if (sign === '"') quoted = false;
      else cell += sign;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (separators.includes(sign) || sign === '\n' || sign === '\r') {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return cells;
};

/** A formula that only contains a text, which protects the text from being interpreted. */
const LITERAL = String.raw`(?:"(?:[^"]|"")*"|CHAR\(\d+\))`;
const TEXT_FORMULA = new RegExp(`^=${LITERAL}(?:&${LITERAL})*$`, 's');
const BEGINS_AS_TEXT = new RegExp(`^=${LITERAL}`);
const NUMBER = /^[-+]?[\d.,\s:%/eE]*$/;
const isLive = (cell: string): boolean => /^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell) && !NUMBER.test(cell);
const isWhole = (cell: string): boolean => (cell.split('"').length - 1) % 2 === 0;

/**
 * Finds cells that a spreadsheet would evaluate. One that separates at commas, and perhaps other characters, has the
 * intended cells; one that separates at another character only, as Excel does in much of Europe, has other cells.
 */
export const findFormulas = (csv: string): readonly string[] => {
  const text = csv.replace(/^\ufeff/, '');
  const cells = (separators: string): readonly string[] =>
    splitCells(text, separators).map((cell) => cell.replace(/^[\s\u00a0]+/, ''));
  const meant = [',', ',;', ',\t', ',;\t', ',;\t|'].flatMap(cells);
  const other = [';', '\t'].flatMap(cells);
  return [
    ...meant.filter((cell) => isLive(cell) && !TEXT_FORMULA.test(cell)),
    ...other
      .filter((cell) => isLive(cell) && isWhole(cell) && !BEGINS_AS_TEXT.test(cell))
      .map((cell) => `for who separates by another sign alone: ${cell}`),
  ];
};

/** Returns the parts of Markdown outside code and comments, where a forge looks for mentions, references and links. */
const splitTexts = (markdown: string): readonly string[] =>
  markdown
    .replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '<!---->')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&#64;|&commat;/g, '@')
    .replace(/&#35;|&num;/g, '#')
    .split(/<!--.*?-->/s);

const ALIVE =
  /(?:^|[^\w`/])@[A-Za-z0-9]|(?:^|[^\w&])#\d|\bGH-\d|\bhttps?:\/\/|\bwww\.\w|\w@\w+\.\w|\b[0-9a-f]{40}\b/;

/** Finds payload text that a forge would show as a mention, link, tag or block. */
export const findActiveMarkdown = (markdown: string): readonly string[] => {
  const live = splitTexts(markdown).flatMap((text) => ALIVE.exec(text)?.[0] ?? []);
  const bare = markdown.replace(/<!--.*?-->/gs, '');
  const tag = /(?<!\\)<[a-z!/?][^>]*>/i.exec(bare)?.[0] ?? [];
  const link = /(?<!\\)\]\([^)]*\)|(?<!\\)!\[/.exec(bare)?.[0] ?? [];
  const begun = bare.split('\n').filter((line) => /^#+ |^- \[|^\[[^\]]*\]:|^```/.test(line));
  return [
    ...live,
    ...[tag, link].flat(),
    ...begun.filter((line) => line.includes(MARK) && !/^#{2,3} /.test(line)),
  ];
};

/** Tags of a page, each with its attributes. */
const TAG = /<([a-z!/?][^\s>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
const RUNS = /^(script|iframe|object|embed|link|base|form|foreignobject|image|img|audio|video|source)$/i;
const ATTRIBUTE = /([^\s=]+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/g;
const LEADING = /^(?:href|src|action|data|style|xlink:href)$/i;
const leadsElsewhere = (attributes: string): boolean =>
  [...attributes.matchAll(ATTRIBUTE)].some(
    ([, name = '', value = '']) => LEADING.test(name) && /^["']?(?!#)[^"'\s]*(?::|\/\/)/.test(value),
  );

/** Whether a `use` element refers to anything outside the page. */
const usesForeignElement = (name: string, attributes: string): boolean =>
  /^use$/i.test(name) &&
  [...attributes.matchAll(ATTRIBUTE)].some(
    ([, key = '', value = '']) => /href$/i.test(key) && !/^["']?#/.test(value),
  );

const PICTURE =
  /<img src="data:image\/svg\+xml;charset=utf-8;base64,[A-Za-z0-9+/]+=*" alt="[^"<>]*" width="\d+" height="\d+">/g;

/** Finds payload text on a page that would run or be fetched. */
export const findActiveHtml = (html: string): readonly string[] => {
  const found: string[] = [];
  const system = html.replace(/<style>[\s\S]*?<\/style>/g, (style) => {
    // CSS strings are printed at the edge of each page.
    const rest = style.replace(/"(?:[^"\\\n]|\\.)*"/g, '');
    if (rest.includes(MARK)) found.push(`a style holds it: ${rest}`);
    return '';
  });
  // A drawing is shown as a picture, which a browser isolates from the page.
  const page = system.replaceAll(PICTURE, ' ');
  for (const [tag, name = '', attributes = ''] of page.matchAll(TAG)) {
    const bare = attributes.replace(/"[^"]*"/g, '""');
    const isAlive =
      RUNS.test(name) ||
      usesForeignElement(name, attributes) ||
      /\son\w+\s*=/i.test(bare) ||
      leadsElsewhere(attributes);
    if (isAlive || `${name}${bare}`.includes(MARK)) found.push(tag);
  }
  return found.map((each) => each.slice(0, 200));
};
