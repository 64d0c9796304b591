// The brand of a card by its first digits. Ids: specification section 9.
import creditCardType from 'credit-card-type';

export type BrandId = 1 | 2 | 3 | 5 | 12 | 29 | 33 | 41 | 43;
export type Brand = { id: BrandId; name: string; lengths: number[]; codeSize: number };

// Number ranges from public lists that the library lacks, because these brands publish none. The
// library would take their cards for Maestro.
const missing = (type: string, niceType: string, patterns: (number | [number, number])[]) =>
  creditCardType.addCard({
    type,
    niceType,
    patterns: patterns as unknown as number[],
    gaps: [4, 8, 12],
    lengths: [16],
    code: { name: 'CVV', size: 3 },
    matchStrength: 6,
  });
missing('cabal', 'Cabal', [[604_201, 604_219], 604_324, 604_330, 604_337, 604_338, 589_657]);
missing('sorocred', 'Sorocred', [627_892, 636_414]);

const IDS: Record<string, BrandId> = {
  visa: 1,
  mastercard: 2,
  'american-express': 3,
  hipercard: 5,
  hiper: 5,
  cabal: 12,
  sorocred: 29,
  'diners-club': 33,
  elo: 41,
  jcb: 43,
};

/** The brands by id, for stored cards. */
const NAMES: Record<BrandId, string> = {
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

export const brandById = (id: number): { id: BrandId; name: string } => ({
  id: id as BrandId,
  name: NAMES[id as BrandId],
});

/** Null for an unsupported brand, and for digits that fit several. */
export const brandOf = (bin: string): Brand | null => {
  const found = creditCardType(bin);
  const [best] =
    found.length > 1 ? found.filter(({ matchStrength }) => matchStrength !== undefined) : found;
  const id = best && IDS[best.type];
  return best && id !== undefined
    ? { id, name: NAMES[id], lengths: best.lengths, codeSize: best.code.size }
    : null;
};
