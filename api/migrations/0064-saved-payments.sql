-- Cards and PicPay accounts that people keep, what they gave for boletos, and charges of kept cards.

CREATE TABLE saved_payments (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES profiles (id),
  payment_type text NOT NULL CHECK (payment_type IN ('card', 'picpay')),
  -- The gateway that keeps the card, and its token: of no use elsewhere. Never a number, never a security code.
  provider text,
  token text,
  bin6 text CHECK (bin6 ~ '^\d{6}$'),
  last4 text CHECK (last4 ~ '^\d{4}$'),
  brand_id smallint,
  -- YYYY-MM
  expires text CHECK (expires ~ '^\d{4}-\d{2}$'),
  -- First name and initials of a card's holder; the name of a PicPay account is in the sealed part.
  holder text NOT NULL,
  -- Document, birth date, contact and billing address.
  details_sealed bytea NOT NULL,
  is_default boolean NOT NULL,
  -- The card networks' reference of the first charge that its holder made.
  network_ref text,
  -- Its bank said that it must never be tried again.
  refused_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (payment_type <> 'card' OR (provider IS NOT NULL AND token IS NOT NULL AND bin6 IS NOT NULL AND last4 IS NOT NULL AND brand_id IS NOT NULL AND expires IS NOT NULL))
);
CREATE INDEX saved_payments_of_profile ON saved_payments (profile_id, payment_type, created_at DESC, id DESC);
CREATE UNIQUE INDEX saved_payments_default ON saved_payments (profile_id, payment_type) WHERE is_default;

-- Name and document for boletos, sealed.
CREATE TABLE bill_data (
  profile_id uuid PRIMARY KEY REFERENCES profiles (id),
  sealed bytea NOT NULL,
  accepted_at timestamptz NOT NULL
);

ALTER TABLE charges ADD COLUMN saved_payment_id uuid REFERENCES saved_payments (id) ON DELETE SET NULL;
-- False: charged by us as its holder agreed, for a renewal.
ALTER TABLE charges ADD COLUMN by_holder boolean NOT NULL DEFAULT true;
-- Why a card said no: what it means for the next try, and the acquirer's code for the support desk.
ALTER TABLE charges ADD COLUMN decline_class text CHECK (decline_class IN ('irreversible', 'reversible', 'unknown'));
ALTER TABLE charges ADD COLUMN decline_code text;
-- What counts towards the limits of cards.
CREATE INDEX charges_by_card ON charges (profile_id, created_at) WHERE method = 'card';
