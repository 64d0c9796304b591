-- Debts of people whose payments were contested: few among all accounts, listed for administrators.
CREATE INDEX ledger_debts ON ledger_accounts (balance, id) WHERE kind = 'debt' AND balance < 0;
