-- Charges by other methods than Pix: what they ask of the payer, and why a card said no.

ALTER TABLE charges DROP CONSTRAINT charges_method_check;
ALTER TABLE charges ADD CONSTRAINT charges_method_check CHECK (method IN ('pix', 'card', 'boleto', 'paypal', 'picpay'));
-- Sealed name, document and contact, for the gateways that ask for them; gone once the gateway has made the charge or refused it.
ALTER TABLE charges ADD COLUMN payer_sealed bytea;
COMMENT ON COLUMN charges.presentment IS 'what to show the payer, by kind: the port''s Presentment. Null until the gateway gave it';
