-- Card payments whose money is locked because they look like fraud, until somebody decides.
CREATE TABLE charge_reviews (
  charge_id uuid PRIMARY KEY REFERENCES charges (id),
  profile_id uuid NOT NULL REFERENCES profiles (id),
  -- The top-up that went into the locked account.
  transfer_id uuid NOT NULL UNIQUE,
  -- Who found it suspicious: the acquirer's fraud screen, or our own rule.
  reason text NOT NULL CHECK (reason IN ('acquirer', 'firstCardPayment')),
  opened_at timestamptz NOT NULL,
  -- When it is decided without anybody.
  due_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('released', 'reversed', 'refunded', 'chargedBack')),
  decided_at timestamptz,
  -- Null: by the clock, or by the payer's bank.
  decided_by uuid REFERENCES profiles (id),
  CHECK ((decision IS NULL) = (decided_at IS NULL))
);
CREATE INDEX charge_reviews_open ON charge_reviews (due_at, charge_id) WHERE decision IS NULL;
CREATE INDEX charge_reviews_of_profile ON charge_reviews (profile_id);

-- Opened once, decided once, never taken away.
CREATE FUNCTION charge_reviews_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.decision IS NULL AND NEW.decision IS NOT NULL
    AND (NEW.charge_id, NEW.profile_id, NEW.transfer_id, NEW.reason, NEW.opened_at, NEW.due_at) = (OLD.charge_id, OLD.profile_id, OLD.transfer_id, OLD.reason, OLD.opened_at, OLD.due_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% on charge_reviews is refused: a review is opened once and decided once', TG_OP USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER charge_reviews_guarded BEFORE UPDATE OR DELETE ON charge_reviews FOR EACH ROW EXECUTE FUNCTION charge_reviews_refuse_change();
CREATE TRIGGER charge_reviews_kept BEFORE TRUNCATE ON charge_reviews FOR EACH STATEMENT EXECUTE FUNCTION charge_reviews_refuse_change();
