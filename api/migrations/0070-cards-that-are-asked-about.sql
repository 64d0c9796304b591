-- Card charges whose bank asked who pays (3-D Secure), and was not satisfied.
ALTER TABLE charges DROP CONSTRAINT charges_decline_class_check;
ALTER TABLE charges ADD CONSTRAINT charges_decline_class_check CHECK (decline_class IN ('irreversible', 'reversible', 'unknown', 'unauthenticated'));
