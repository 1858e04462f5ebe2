/** What of a secret may leave the program by accident: nothing, in whatever form it travels. */

/** Marks the place where one stood. */
const HIDDEN = '[hidden]';
/** Shorter than any credential; hiding such words would hide half of every text. */
const SHORTEST = 8;
/** A key as it is typed (specification 5.1), also one that was never used. */
const KEY = /svc_sk_[A-Za-z0-9._~+/=%-]{3,}/g;

/** Whether a text has one in it. */
export const holdsKey = (text: string): boolean => text.search(KEY) >= 0;

/** Knows the live credentials of this run and takes them out of what is to be printed or kept about it. */
export interface Redactor {
  know(secret: string): void;
  redact(text: string): string;
}

/**
 * Base64 of a text within any longer one: three alignments, each without the signs at its ends that its neighbours
 * would change.
 */
const inBase64 = (bytes: Uint8Array): string[] =>
  [0, 1, 2].flatMap((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    let binary = '';
    for (const byte of padded) binary += String.fromCharCode(byte);
    const text = btoa(binary).replace(/=+$/, '');
    const middle = text.slice(before === 0 ? 0 : before + 1, (padded.length % 3 === 0 ? 0 : -1) || undefined);
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The forms in which a credential travels: as it is, in JSON, percent-encoded, in base64 alone or in a pair, folded. */
const formsOf = (secret: string): string[] => [
  ...inBase64(new TextEncoder().encode(secret)).map(escaped),
  escaped(encodeURIComponent(secret)),
  escaped(JSON.stringify(secret).slice(1, -1)),
  // A header that was folded or printed in pieces: blanks and line ends may stand anywhere in it.
  [...secret].map(escaped).join(String.raw`(?:\r?\n[ \t]+)?`),
];

/** The door of stderr, and of every file that toile writes about a run. */
export const redactor = (): Redactor => {
  const secrets = new Set<string>();
  let pattern: RegExp | undefined;
  return {
    know(secret) {
      if (secret.length < SHORTEST || secrets.has(secret)) return;
      secrets.add(secret);
      const forms = [...secrets].flatMap(formsOf).toSorted((one, other) => other.length - one.length);
      pattern = new RegExp(forms.join('|'), 'gi');
    },
    redact: (text) => {
      const known = pattern === undefined ? text : text.replace(pattern, HIDDEN);
      return known.replace(KEY, `svc_sk_${HIDDEN}`);
    },
  };
};
