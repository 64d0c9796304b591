-- The overview counts renewals and ends of subscriptions in a span of time.
CREATE INDEX subscription_periods_created ON subscription_periods (created_at);
CREATE INDEX subscription_periods_end ON subscription_periods (upper(during));
