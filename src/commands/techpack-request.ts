import { shellWord, type Typeable, typeable, typeables } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import {
  type Standing,
  standingRows,
  standingView,
  type TakenPack,
  takenPackRows,
  takenPackView,
  techPackRows,
  techPackView,
} from '../view/tech-pack.ts';
import {
  type BodyAnswer,
  type Deps,
  define,
  type Given,
  type MadeAnswer,
  type TextAnswer,
} from './define.ts';
import { objectText } from './json-text.ts';
import { owning } from './owned.ts';
import { named, SUBJECT } from './subject.ts';
import { answerOf, needConsent, order } from './techpack-guard.ts';
import { checkPlace, FOLLOWING, follow, following, resumeLine } from './techpack-wait.ts';
import { text } from './typed.ts';

/** Flags of single members; with `--body` the whole body is given instead. */
const MEMBERS = { brand: 'brand', notes: 'designerNotes', 'piece-scope': 'pieceScope' } as const;

const bodyOf = async (deps: Deps, flags: Given): Promise<string> => {
  const whole = text(flags, 'body');
  if (whole !== undefined) return objectText(deps, 'body', whole);
  const size = text(flags, 'size-selection');
  const members = Object.entries(MEMBERS).flatMap(([flag, name]) => {
    const value = text(flags, flag);
    return value === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
  });
  // Put in as it was typed: a number read and written again is not the number that was typed.
  if (size !== undefined) members.push(`"sizeSelection":${await objectText(deps, 'size-selection', size)}`);
  return `{${members.join(',')}}`;
};

/** The same command, to be typed again; without the flags that say how to go on after it. */
const typedAgain = (deps: Deps, id: string, flags: Given): Typeable => {
  const passed = ['brand', 'size-selection', 'notes', 'piece-scope', 'body'].flatMap((flag) => {
    const value = flags[flag];
    return typeof value === 'string' ? [typeable`--${shellWord(flag)} ${shellWord(value)}`] : [];
  });
  return typeables([typeable`${deps.toile} techpack request ${shellWord(id)}`, ...passed]);
};

/** Says where to pay, and shows it in the browser where that was asked for. */
const showCheckout = async (deps: Deps, address: unknown, open: boolean): Promise<void> => {
  if ((await deps.target()).sandbox) {
    deps.tell({
      kind: 'note',
      text: 'no server is behind this checkout; toile --sandbox sandbox pay pays it',
    });
    return;
  }
  if (!open) return;
  if (typeof address === 'string' && (await deps.open(address))) return;
  deps.tell({
    kind: 'note',
    text: 'the checkout address was not opened: no browser was found, or it is no web page',
  });
};

export const techpackRequest = define({
  path: 'techpack request',
  answers: 'body',
  group: 'Take it away',
  summary: 'Request a Tech Pack of a design; it may cost money',
  about:
    "A Tech Pack of the plan's allowance is used first. Without one the service answers with a price, EUR 25 plus a " +
    'surcharge, and the address of a checkout page; nothing is charged before you pay there. The request is sent ' +
    'once, and never again by itself. A request for the same design that is still open is shown instead of sending ' +
    'a second one. What was sent is written down on this machine only: a fresh CI runner knows of no earlier ' +
    'request, so do not run this in a job that is repeated by itself.',
  words: [SUBJECT],
  flags: {
    brand: { value: 'TEXT', about: 'the brand on the pack' },
    'size-selection': {
      value: 'JSON',
      about: 'sizes, as a JSON object or @FILE; passed on as it is',
      completes: 'files',
    },
    notes: { value: 'TEXT', about: "designer's notes" },
    'piece-scope': { value: 'TEXT', about: 'which pieces' },
    body: {
      value: 'JSON',
      about: 'the whole body, as a JSON object, @FILE, or - for stdin',
      completes: 'files',
    },
    yes: { about: 'agree to what it may cost; needed where nobody can be asked' },
    again: { about: 'request another one even though an earlier request for the design is open or unknown' },
    open: { about: 'open the checkout page in the browser' },
    ...FOLLOWING,
  },
  examples: [
    { why: 'Asks before it sends anything', line: 'toile techpack request GARM-5117' },
    {
      why: 'In a pipeline, up to the PDF',
      line: 'toile techpack request GARM-5117 --yes --wait --download pack.pdf',
    },
    {
      why: 'With a body that is kept in a file',
      line: 'toile techpack request GARM-5117 --body @request.json',
    },
  ],
  json: 'the body of the service; {"schema": "toile.techpack-standing/1", "purchase_id", "status", "requested_at", "checkout_url"} for a request that is open already; {"schema": "toile.techpack/1", "file", "bytes", "sha256", "purchase"} with --download',
  exits: [
    ['6', 'payment is required; the checkout address is printed'],
    [
      '8',
      'an earlier request is still being composed, or --timeout is over; the command that goes on is printed',
    ],
    ['3', 'the request was sent and no answer came (fate_unknown), or nothing was reached'],
  ],
  parse: ({ words: [word], flags }) => {
    const others = ['size-selection', ...Object.keys(MEMBERS)].filter((flag) => flags[flag] !== undefined);
    if (flags.body !== undefined && others.length > 0) {
      throw new UsageError(`--body is the whole body: put --${others[0]} into it`);
    }
    for (const flag of ['body', ...others]) text(flags, flag);
    const wanted = following(flags);
    if (wanted.download && !wanted.wait) throw new UsageError('--download needs --wait');
    if (word === undefined && wanted.download?.into !== undefined && flags.yes === true) {
      throw new UsageError(
        `--download took ${wanted.download.into} for the name of the file, and no ID is left`,
        {
          hint: typeable`put the ID first: toile techpack request ID --yes --wait --download`,
        },
      );
    }
    return {
      word,
      what: named(word),
      flags,
      wanted,
      yes: flags.yes === true,
      again: flags.again === true,
      open: flags.open === true,
    };
  },
  run: async (
    deps,
    { what, flags, wanted, yes, again, open },
  ): Promise<BodyAnswer | MadeAnswer | TextAnswer> => {
    needConsent(deps, yes);
    const body = await bodyOf(deps, flags);
    const { id, identity } = await owning(deps)(what);
    await checkPlace(deps, identity, wanted);
    const typed = typedAgain(deps, identity, flags);
    const ordered = await order(deps, { designId: id, identity, text: body, yes, again, typed });
    if (ordered.kind === 'made') {
      if (ordered.value.checkout_url) await showCheckout(deps, ordered.value.checkout_url, open);
      return ordered;
    }
    const { purchase, whole } = ordered;
    const answer = answerOf(whole);
    const unpaid = answer.exit === 6;
    const checkout = unpaid ? Reflect.get(whole.value as object, 'checkout_url') : undefined;
    if (unpaid) await showCheckout(deps, checkout, open);
    if (!wanted.wait || (unpaid && !deps.ask.possible)) return answer;
    if (purchase === undefined) {
      deps.tell({ kind: 'note', text: 'the service gave no purchase id, so there is nothing to wait for' });
      return unpaid ? answer : { ...answer, exit: 8 };
    }
    if (unpaid) deps.tell({ kind: 'note', text: `pay at ${checkout}; waiting for it` });
    else deps.tell({ kind: 'note', text: `requested as ${purchase}; ${resumeLine(deps, purchase, wanted)}` });
    const followed = await follow(deps, purchase, identity, wanted);
    return followed.kind === 'made' && followed.value.file === '-' ? { kind: 'text', text: '' } : followed;
  },
  view: (value, _, { toile }) => {
    if (isStanding(value)) return standingView(value, toile);
    return isTaken(value) ? takenPackView(value) : techPackView(value, toile);
  },
  rows: (value) => {
    if (isStanding(value)) return standingRows(value);
    return isTaken(value) ? takenPackRows(value) : techPackRows(value);
  },
});

/** Made here and not by the service: a body has neither member. */
const isStanding = (value: unknown): value is Standing =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, 'again') &&
  Object.hasOwn(value, 'requested_at');

const isTaken = (value: unknown): value is TakenPack =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, 'file') &&
  Object.hasOwn(value, 'sha256');
