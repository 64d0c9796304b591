// What other features and the app may use of log-in, second factors and captchas.
export { addressedDialogs, authDialogs } from './dialogs.ts';
export { AccountCard } from './AccountCard.tsx';
export { SendConfirmation } from './SendConfirmation.tsx';
export { RequestLink } from './RequestLink.tsx';
export { SubmitWithCaptcha } from './SubmitWithCaptcha.tsx';
export { useCaptcha } from './captcha.ts';
export { useCaptchaForm } from './captcha-form.ts';
export { factorsQuery, withStepUp } from './second-factor/queries.ts';
export { ConfirmBanner } from './parts.ts';
