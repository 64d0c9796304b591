-- Null: the appeal was won, and what it contests waits for a second person.
ALTER TABLE help_tickets ALTER COLUMN undone DROP NOT NULL;
