/**
 * The trust boundary in types. All text is untrusted until a sanitizer has checked or rewritten it for one
 * use; the result has a branded type. Code that builds paths, commands, pages or records takes that type
 * and no plain string. Only sanitizers may cast to such a type (checked by test/rooms).
 */

declare const brand: unique symbol;

/** Text that was sanitized for one use, for example `Branded<'shell'>`. */
export type Branded<Use extends string> = string & { readonly [brand]: Use };
