/**
 * The border: every text is a stranger's until it has passed the door for what it is to be used as. A door checks or
 * rewrites it and gives it a type of its own, and whatever makes a path, a command, a page or a record takes that type
 * and no plain text. Doors are the only places that may give such a type (test/rooms: "a cast is not a door").
 */

declare const passed: unique symbol;

/** Text that has passed the door for one use. */
export type Passed<Use extends string> = string & { readonly [passed]: Use };
