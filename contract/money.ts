// Money on every side: integer centavos. The only file that parses, formats or rounds an amount.

/** An amount in centavos of BRL: a safe integer, never a fraction. */
export type Centavos = number & { readonly __unit: 'centavos' };

/**
 * Brands a number as centavos. Throws RangeError on fractions and on what a double can't hold
 * exactly.
 */
export const centavos = (amount: number): Centavos => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount of centavos: ${amount}`);
  return amount as Centavos;
};

export const ZERO_CENTAVOS = centavos(0);

/**
 * Splits a price into the producer's share and the platform's fee. The fee is rounded down, so that
 * the remainder of every division goes to the producer; the two parts always add up to the price.
 */
export const splitFee = (price: Centavos, feeBps: number): { share: Centavos; fee: Centavos } => {
  if (!Number.isInteger(feeBps) || feeBps < 0 || feeBps > 10_000)
    throw new RangeError(`not basis points: ${feeBps}`);
  // BigInt: price * feeBps may pass 2^53.
  const fee = Number((BigInt(price) * BigInt(feeBps)) / 10_000n);
  return { share: centavos(price - fee), fee: centavos(fee) };
};

/** The price after a discount, rounded down to the buyer's favour. */
export const discounted = (price: Centavos, discountBps: number): Centavos =>
  splitFee(price, 10_000 - discountBps).fee;

/**
 * What `months` of a plan cost together after a discount. At least one centavo: time that costs
 * nothing is a free trial, which is no purchase.
 */
export const planPrice = (monthly: Centavos, months: number, discountBps: number): Centavos =>
  centavos(Math.max(discounted(centavos(monthly * months), discountBps), 1));

/**
 * The part of a price that `part` of `whole` costs, rounded down to the buyer's favour. Both are
 * integers; throws RangeError unless 0 <= part <= whole and whole > 0.
 */
export const proportion = (price: Centavos, part: number, whole: number): Centavos => {
  if (!(part >= 0 && part <= whole && whole > 0 && Number.isSafeInteger(whole)))
    throw new RangeError(`not a part: ${part} of ${whole}`);
  return centavos(Number((BigInt(price) * BigInt(part)) / BigInt(whole)));
};

const BRL_TEXT = /^(?:R\$\s?)?(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/;

/** Reads what a person typed ("R$ 1.234,50", "12,5", "40"); null when it is not an amount. */
export const parseBrl = (text: string): Centavos | null => {
  const match = BRL_TEXT.exec(text.trim());
  if (!match) return null;
  const reais = Number(match[1]?.replaceAll('.', ''));
  const cents = Number((match[2] ?? '').padEnd(2, '0'));
  const amount = reais * 100 + cents;
  return Number.isSafeInteger(amount) ? (amount as Centavos) : null;
};

/** "19.90": the decimal text of an amount, as payment protocols write it. */
export const decimalText = (amount: Centavos): `${number}` => {
  const digits = Math.abs(amount).toString().padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
};

/** Reads a protocol's decimal text ("19.90"); throws RangeError on anything else. */
export const fromDecimalText = (text: string): Centavos => {
  const match = /^(-?)(\d{1,13})\.(\d{2})$/.exec(text);
  if (!match) throw new RangeError(`not a decimal amount: ${text}`);
  return centavos((match[1] ? -1 : 1) * (Number(match[2]) * 100 + Number(match[3])));
};

/** "R$ 60": whole reais in the reader's language. Throws RangeError when there are centavos. */
export const formatWholeBrl = (amount: Centavos, locale: 'pt' | 'en' | 'es' = 'pt'): string => {
  if (amount % 100 !== 0) throw new RangeError(`not whole reais: ${amount}`);
  return formatter(locale, 0).format(decimalText(amount));
};

/** "R$ 19,90" in the reader's language; the currency is always BRL. */
export const formatBrl = (amount: Centavos, locale: 'pt' | 'en' | 'es' = 'pt'): string =>
  formatter(locale).format(decimalText(amount));

const LOCALE_TAGS = { pt: 'pt-BR', en: 'en-US', es: 'es-419' } as const;
const formatters = new Map<string, Intl.NumberFormat>();
const formatter = (locale: keyof typeof LOCALE_TAGS, decimals = 2): Intl.NumberFormat => {
  const key = `${locale} ${decimals}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(LOCALE_TAGS[locale], {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formatters.set(key, made);
  return made;
};
