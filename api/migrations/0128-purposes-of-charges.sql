-- What a charge is for, as data: the feature that owns the kind fulfils it when the charge is paid.
ALTER TABLE charges ADD COLUMN purpose jsonb NOT NULL DEFAULT '{"kind": "topUp"}';
ALTER TABLE charges ADD CONSTRAINT charges_purpose_check CHECK (purpose ->> 'kind' IS NOT NULL);

UPDATE charges SET purpose = jsonb_build_object('kind', 'mandate', 'mandateId', mandate_id, 'dueOn', to_char(due_on, 'YYYY-MM-DD'))
WHERE mandate_id IS NOT NULL;

-- mandate_id and due_on stay, for the foreign key and for "no month twice", and so do processes of the version before while they are
-- replaced one after the other: they know only these columns, and the others write only the purpose.
CREATE FUNCTION charges_of_mandates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.purpose ->> 'kind' = 'mandate' THEN
    NEW.mandate_id := (NEW.purpose ->> 'mandateId')::uuid;
    NEW.due_on := (NEW.purpose ->> 'dueOn')::date;
  ELSIF NEW.mandate_id IS NOT NULL THEN
    NEW.purpose := jsonb_build_object('kind', 'mandate', 'mandateId', NEW.mandate_id, 'dueOn', to_char(NEW.due_on, 'YYYY-MM-DD'));
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER charges_of_mandates BEFORE INSERT ON charges FOR EACH ROW EXECUTE FUNCTION charges_of_mandates();
