// The key of the welcome message's query.

export const WELCOME_KEY = ['welcome'] as const;
