-- A message that asks its receiver to come to the sender's show: 2 is open to everyone (party), 3 is for the two alone (private).
ALTER TABLE messages ADD COLUMN show_type smallint CHECK (show_type IN (2, 3));
