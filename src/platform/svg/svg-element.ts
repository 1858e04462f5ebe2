/** The parsed elements of an untrusted SVG drawing, before it is sanitized. */

/** One element of a parsed drawing. Entities are already decoded. */
export interface SvgElement {
  /** The namespace of the element, for example `http://www.w3.org/2000/svg`. */
  readonly uri: string;
  readonly local: string;
  /** The name as written, with its prefix. */
  readonly name: string;
  readonly attributes: readonly SvgAttribute[];
  readonly children: readonly (SvgElement | string)[];
}

/** One attribute of a parsed element. */
export interface SvgAttribute {
  readonly uri: string;
  readonly local: string;
  readonly name: string;
  readonly value: string;
}

/** The namespace of SVG elements. */
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** The namespace of `xlink:href`. */
export const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
/** The namespace of `xml:space` and `xml:lang`. */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** Returns the value of an attribute without a prefix, or undefined. */
export const readSvgAttribute = ({ attributes }: SvgElement, name: string): string | undefined =>
  attributes.find(({ uri, local }) => uri === '' && local === name)?.value;
