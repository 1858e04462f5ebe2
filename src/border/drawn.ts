/** A drawing as it was read, before anything of it is let onto a page. */

/** An element of a drawing as it was read; its entities are text already. */
export interface Drawn {
  /** The namespace that its name stands for, wherever that was declared. */
  readonly uri: string;
  readonly local: string;
  /** As written, with the prefix. */
  readonly name: string;
  readonly attributes: readonly DrawnAttribute[];
  readonly children: readonly (Drawn | string)[];
}

export interface DrawnAttribute {
  readonly uri: string;
  readonly local: string;
  readonly name: string;
  readonly value: string;
}

export const SVG = 'http://www.w3.org/2000/svg';
export const XLINK = 'http://www.w3.org/1999/xlink';
export const XML = 'http://www.w3.org/XML/1998/namespace';

/** What an attribute without a prefix says. */
export const attributeIn = ({ attributes }: Drawn, name: string): string | undefined =>
  attributes.find(({ uri, local }) => uri === '' && local === name)?.value;
