// Billing addresses of other countries than Brazil for tests, each with the fields that its country
// requires.
export const ADDRESS_US = {
  billingStateCode: 'CA',
  billingState: '',
  billingCounty: '',
  billingCity: 'Los Angeles',
  billingStreet: 'Main Street',
  billingZip: '90012',
};

/** By country. */
export const ADDRESSES_ABROAD = [
  ['US', ADDRESS_US],
  [
    'PT',
    {
      billingStateCode: '',
      billingState: '',
      billingCounty: '',
      billingCity: 'Lisboa',
      billingStreet: 'Rua Augusta',
      billingZip: '1100-053',
    },
  ],
  [
    'AE',
    {
      billingStateCode: '',
      billingState: 'Dubai',
      billingCounty: '',
      billingCity: 'Dubai',
      billingStreet: 'Sheikh Zayed Road',
      billingZip: '',
    },
  ],
] as const;
