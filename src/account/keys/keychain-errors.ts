/** Why the keychain gave nothing, told apart: absent, locked, denied, silent, or something of its own. */
import { type Typeable, typeable } from '../../border/shell.ts';
import { Failure } from '../../errors.ts';

export type Trouble = 'absent' | 'locked' | 'denied' | 'silent' | 'mismatch' | 'failed';

/** Words of the keychains' own errors; they have no codes that reach us. The first that fits counts. */
const WORDS: readonly (readonly [Trouble, RegExp])[] = [
  ['locked', /prompt was dismissed|is ?locked|interaction is not allowed|-25308/i],
  [
    'denied',
    /rejected send|access ?denied|not permitted|polic(y|ies)|user (name or passphrase|canceled)|-128\b|-25293/i,
  ],
  [
    'absent',
    /autolaunch|failed to connect|service files|serviceunknown|no such (file|interface|object)|cannot find (module|native)|native binding|module_not_found|dlopen|specified module could not be found|no default (store|credential)|not available|disconnected/i,
  ],
];

/** What kind of trouble a text from the keychain's library speaks of. */
export const troubleIn = (text: string): Trouble =>
  WORDS.find(([, words]) => words.test(text))?.[0] ?? 'failed';

const SAYS: Readonly<Record<Trouble, readonly [message: string, code: string]>> = {
  absent: ['no keychain was found on this machine', 'keychain_absent'],
  locked: ['the keychain is locked', 'keychain_locked'],
  denied: ['the keychain denied access', 'keychain_denied'],
  silent: ['the keychain does not answer', 'keychain_timeout'],
  mismatch: ['the keychain did not give back what was put into it', 'keychain_mismatch'],
  failed: ['the keychain failed', 'keychain_failed'],
};

const INSTEAD = typeable`set TOILE_API_KEY, or keep the key in a file that only you can read: toile login --insecure-storage`;

const HINTS: Readonly<Record<Trouble, Typeable>> = {
  absent: typeable`Instead, ${INSTEAD}`,
  locked: typeable`Unlock it and try again. Where that cannot be done, ${INSTEAD}`,
  denied: typeable`Allow toile when the keychain asks. Otherwise ${INSTEAD}`,
  silent: typeable`It may wait to be unlocked: look for its window and try again. Where there is none, ${INSTEAD}`,
  mismatch: typeable`Instead, ${INSTEAD}`,
  failed: typeable`Try again. If it stays so, ${INSTEAD}`,
};

/** The Failure (exit 1) for it; `detail` is what the keychain itself said, or how long it was silent. */
export const keychainFailure = (trouble: Trouble, detail = ''): Failure => {
  const [message, code] = SAYS[trouble];
  // Foreign words: one line of them, without what could steer a terminal.
  const said = detail
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
  return new Failure(said === '' ? message : `${message} (${said})`, { code, hint: HINTS[trouble] });
};
