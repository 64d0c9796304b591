-- Each message updates the row of its conversation and both members' rows. In full pages the new version went to another page, with a new
-- entry in each index; with room it stays in its page, which is cleaned as it is read. Pages that are there keep what they have until
-- their rows are written again.
ALTER TABLE chats SET (fillfactor = 70);
ALTER TABLE chat_members SET (fillfactor = 70);
