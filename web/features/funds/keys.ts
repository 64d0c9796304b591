// Keys of the queries about money. Apart from the queries, so that realtime events and other
// features name them without their code.

export const fundsKeys = {
  all: ['funds'] as const,
  wallet: ['funds', 'wallet'] as const,
  methods: ['funds', 'methods'] as const,
  charges: ['funds', 'charges'] as const,
  charge: (id: string) => ['funds', 'charge', id] as const,
  spendLimits: ['funds', 'spendLimits'] as const,
  earnings: ['funds', 'earnings'] as const,
  /** Every period of the earnings report. */
  earningsReports: ['funds', 'earned'] as const,
  earningsReport: (period: object) => ['funds', 'earned', period] as const,
  cashOuts: ['funds', 'cashOuts'] as const,
  cashOutTerms: ['funds', 'cashOuts', 'terms'] as const,
  /** Every account and filter of the statement. */
  statements: ['funds', 'statement'] as const,
  statement: (account: 'wallet' | 'earnings', filters: object) =>
    ['funds', 'statement', account, filters] as const,
};
