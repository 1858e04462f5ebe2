import fc from 'fast-check';

const BELOW_SURROGATES = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/**
 * Any sign that is no half of one, as `unit: 'binary'` has them: that makes a table of a million signs first, for each
 * process, to know them again.
 */
export const anyCharacter = fc.integer({ min: 0, max: LAST - SURROGATES }).map(
  (at) => String.fromCodePoint(at < BELOW_SURROGATES ? at : at + SURROGATES),
  (sign) => {
    const code = typeof sign === 'string' ? sign.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== sign) throw new Error('not one sign');
    return code < BELOW_SURROGATES ? code : code - SURROGATES;
  },
);
