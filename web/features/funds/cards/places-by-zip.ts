// The state of a Brazilian postal code (CEP), and the city where it is a state's capital, by the
// ranges of Correios. No service is asked: a postal code is part of an address.

/** First five digits, both ends included. */
type Range = readonly [from: number, to: number];

const STATES: readonly (readonly [code: string, ...ranges: Range[]])[] = [
  ['SP', [1000, 19_999]],
  ['RJ', [20_000, 28_999]],
  ['ES', [29_000, 29_999]],
  ['MG', [30_000, 39_999]],
  ['BA', [40_000, 48_999]],
  ['SE', [49_000, 49_999]],
  ['PE', [50_000, 56_999]],
  ['AL', [57_000, 57_999]],
  ['PB', [58_000, 58_999]],
  ['RN', [59_000, 59_999]],
  ['CE', [60_000, 63_999]],
  ['PI', [64_000, 64_999]],
  ['MA', [65_000, 65_999]],
  ['PA', [66_000, 68_899]],
  ['AP', [68_900, 68_999]],
  ['AM', [69_000, 69_299], [69_400, 69_899]],
  ['RR', [69_300, 69_399]],
  ['AC', [69_900, 69_999]],
  ['DF', [70_000, 72_799], [73_000, 73_699]],
  ['GO', [72_800, 72_999], [73_700, 76_799]],
  ['RO', [76_800, 76_999]],
  ['TO', [77_000, 77_999]],
  ['MT', [78_000, 78_899]],
  ['MS', [79_000, 79_999]],
  ['PR', [80_000, 87_999]],
  ['SC', [88_000, 89_999]],
  ['RS', [90_000, 99_999]],
];

const CAPITALS: readonly (readonly [city: string, ...ranges: Range[]])[] = [
  ['São Paulo', [1000, 5999], [8000, 8499]],
  ['Rio de Janeiro', [20_000, 23_799]],
  ['Vitória', [29_000, 29_099]],
  ['Belo Horizonte', [30_000, 31_999]],
  ['Salvador', [40_000, 41_999]],
  ['Aracaju', [49_000, 49_098]],
  ['Recife', [50_000, 52_999]],
  ['Maceió', [57_000, 57_099]],
  ['João Pessoa', [58_000, 58_099]],
  ['Natal', [59_000, 59_139]],
  ['Fortaleza', [60_000, 60_999]],
  ['Teresina', [64_000, 64_099]],
  ['São Luís', [65_000, 65_099]],
  ['Belém', [66_000, 66_999]],
  ['Macapá', [68_900, 68_911]],
  ['Manaus', [69_000, 69_099]],
  ['Boa Vista', [69_300, 69_339]],
  ['Rio Branco', [69_900, 69_920]],
  ['Brasília', [70_000, 72_799], [73_000, 73_699]],
  ['Goiânia', [74_000, 74_894]],
  ['Porto Velho', [76_800, 76_834]],
  ['Palmas', [77_000, 77_249]],
  ['Cuiabá', [78_000, 78_109]],
  ['Campo Grande', [79_000, 79_124]],
  ['Curitiba', [80_000, 82_999]],
  ['Florianópolis', [88_000, 88_099]],
  ['Porto Alegre', [90_000, 91_999]],
];

const ZIP_DIGITS = 8;

const find = (table: typeof STATES, prefix: number): string =>
  table.find(([, ...ranges]) => ranges.some(([from, to]) => prefix >= from && prefix <= to))?.[0] ??
  '';

/**
 * Null for an incomplete or unknown postal code. `city` is empty outside of the capitals, whose
 * ranges alone are stable: the person chooses it.
 */
export const placeOfZip = (zip: string): { stateCode: string; city: string } | null => {
  const digits = zip.replaceAll(/\D/g, '');
  if (digits.length !== ZIP_DIGITS) return null;
  const prefix = Number(digits.slice(0, 5));
  const stateCode = find(STATES, prefix);
  return stateCode === '' ? null : { stateCode, city: find(CAPITALS, prefix) };
};

type Address = {
  zip: string;
  street: string;
  number: string;
  county: string;
  city: string;
  state: string;
  stateCode: string;
};

/** The address to begin with: the known one, or what a postal code of another place says. */
export const addressOfZip = <Known extends Address>(
  known: Known | undefined,
  zip: string,
): Known | Address | undefined => {
  const place = placeOfZip(zip);
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  if (!place || (known && digits(known.zip) === digits(zip))) return known;
  const city = place.city || (known?.stateCode === place.stateCode ? known.city : '');
  return { zip, street: '', number: '', county: '', city, state: '', stateCode: place.stateCode };
};
