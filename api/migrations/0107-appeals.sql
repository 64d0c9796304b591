-- A request for help that contests a decision names that decision's line in the administrators' log: another administrator answers it.

ALTER TABLE help_tickets ADD COLUMN appeals bigint REFERENCES admin_log (id);
