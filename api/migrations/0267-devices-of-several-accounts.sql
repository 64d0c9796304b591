-- The team sees which other accounts logged in on a person's devices.
CREATE INDEX known_devices_shared ON known_devices (device_hash);
