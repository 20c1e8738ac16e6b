export const isOrigin = {
  name: 'isOrigin',
  validator: {
    validate: (value: unknown) =>
      typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value,
    defaultMessage: () =>
      'each must be an origin as browsers send it, such as https://app.example or http://localhost:5173',
  },
};
