/** Defines the messages between toile and its keychain process, and the errors of the keychain. */

import { Failure } from '../../platform/errors.ts';
import { type ShellSafe, shellText } from '../../platform/escape/shell.ts';

/** The service name of all keychain entries. It has no space, because a space breaks some keychains. */
export const KEYCHAIN_SERVICE = 'toile';

/** The hidden command with which toile starts itself to perform one keychain request. */
export const KEYCHAIN_COMMAND = '__keychain';

/** A request to the keychain process: to read, delete or store the secret `name`, or to list all names. */
export type KeychainRequest =
  | { readonly op: 'get' | 'delete'; readonly name: string }
  | { readonly op: 'set'; readonly name: string; readonly secret: string }
  | { readonly op: 'names' };

/** The reply of the keychain process: the result, or the kind of the failure with the message of the keychain. */
export type KeychainReply =
  | {
      readonly ok: true;
      readonly secret?: string;
      readonly deleted?: boolean;
      readonly names?: readonly string[];
    }
  | { readonly ok: false; readonly trouble: KeychainErrorKind; readonly detail: string };

/**
 * The kind of a keychain failure. `silent` means that the keychain did not respond in time. `mismatch` means that it
 * did not return the secret that was just stored.
 */
type KeychainErrorKind = 'absent' | 'locked' | 'denied' | 'silent' | 'mismatch' | 'failed';

/**
 * Patterns that recognize the error messages of keychains, because the errors have no usable codes. The first pattern
 * that matches a message decides its kind.
 */
const ERROR_PATTERNS: readonly (readonly [KeychainErrorKind, RegExp])[] = [
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

/** Returns the kind of failure that a message of the keychain library describes; `failed` for an unknown message. */
export const classifyKeychainError = (text: string): KeychainErrorKind =>
  ERROR_PATTERNS.find(([, words]) => words.test(text))?.[0] ?? 'failed';

const ERROR_MESSAGES: Readonly<Record<KeychainErrorKind, readonly [message: string, code: string]>> = {
  absent: ['no keychain was found on this machine', 'keychain_absent'],
  locked: ['the keychain is locked', 'keychain_locked'],
  denied: ['the keychain denied access', 'keychain_denied'],
  silent: ['the keychain does not answer', 'keychain_timeout'],
  mismatch: ['the keychain did not return the stored key', 'keychain_mismatch'],
  failed: ['the keychain failed', 'keychain_failed'],
};

const ALTERNATIVE = shellText`set TOILE_API_KEY, or keep the key in a file that only you can read: toile login --insecure-storage`;

const ERROR_HINTS: Readonly<Record<KeychainErrorKind, ShellSafe>> = {
  absent: shellText`Instead, ${ALTERNATIVE}`,
  locked: shellText`Unlock it and try again. If that is not possible, ${ALTERNATIVE}`,
  denied: shellText`Allow toile when the keychain asks. Otherwise ${ALTERNATIVE}`,
  silent: shellText`It may be waiting for you to unlock it: look for its window and try again. If there is none, ${ALTERNATIVE}`,
  mismatch: shellText`Instead, ${ALTERNATIVE}`,
  failed: shellText`Try again. If it still fails, ${ALTERNATIVE}`,
};

/** Creates the Failure for a keychain error. `detail`, for example the message of the keychain, is appended. */
export const createKeychainError = (kind: KeychainErrorKind, detail = ''): Failure => {
  const [message, code] = ERROR_MESSAGES[kind];
  // The message is untrusted text, so only one line of it without control characters is shown.
  const shownDetail = detail
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
  const text = shownDetail === '' ? message : `${message} (${shownDetail})`;
  return new Failure(text, { code, hint: ERROR_HINTS[kind] });
};
