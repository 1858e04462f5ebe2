/** The fixed part of a Tech Pack's price in EUR; the specification names it and gives no figure. */
export const SURCHARGE = 4;
