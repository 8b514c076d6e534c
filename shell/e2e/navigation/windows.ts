/** Options of a visit from a phone and from a desk. */
export const phone = { viewport: { width: 390, height: 844 } };
export const desk = { viewport: { width: 1440, height: 900 } };
