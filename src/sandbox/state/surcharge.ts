/** The fixed surcharge of a Tech Pack in EUR. The specification mentions it without a figure. */
export const PACK_SURCHARGE = 4;
