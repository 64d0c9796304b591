// Card schemes by the ids of the specification (section 9). Without schemas, because the browser
// reads it, too.

/** Names. The ratios of disputes at which Visa and Mastercard act are settings (SCHEME_*). */
export const CARD_SCHEMES: Readonly<Record<number, string>> = {
  1: 'Visa',
  2: 'Mastercard',
  3: 'American Express',
  5: 'Hipercard',
  12: 'Cabal',
  29: 'Sorocred',
  33: 'Diners Club',
  41: 'Elo',
  43: 'JCB',
};
