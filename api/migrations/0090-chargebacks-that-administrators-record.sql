-- Acquirers tell of chargebacks outside of their API: an administrator moves the charge then.
ALTER TABLE charge_events DROP CONSTRAINT charge_events_source_check,
  ADD CONSTRAINT charge_events_source_check CHECK (source IN ('person', 'webhook', 'reconciliation', 'admin'));
