-- Versions of the limits against fraud that the team set on the dashboard, never changed: those that differ from the operator's settings.
CREATE TABLE fraud_settings (
  version integer PRIMARY KEY,
  settings jsonb NOT NULL,
  changed_by uuid NOT NULL REFERENCES profiles (id),
  reason text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TRIGGER fraud_settings_are_immutable BEFORE UPDATE OR DELETE ON fraud_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
