const login = {
  title: 'Sign in',
  lead: 'The console for the people who run building controllers.',
  how: 'You sign in with your organisation’s account and come back here.',
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  signInAsAnother: 'Sign in as someone else',
  comeBack: 'You come back to the page you asked for.',
  refused: {
    title: 'You need to sign in again',
    text: 'Your session was no longer accepted. Nothing you had not sent was saved.',
  },
  refusedAtOnce: {
    title: 'The services do not accept this account',
    text: 'You did sign in, but the services behind Plantroom refused the account straight away. Signing in again will not help by itself.',
    todo: 'Ask whoever runs Plantroom to check the account, or sign in as someone else.',
  },
  signedOut: {
    title: 'You are signed out',
    text: 'Your session here has ended.',
  },
  problem: {
    providerDown: {
      title: 'The sign-in service does not answer',
      text: 'Nobody can be signed in at the moment. Try again in a few minutes.',
    },
    refused: {
      title: 'The sign-in was not accepted',
      text: 'What the sign-in service answered could not be verified, so nobody was signed in.',
    },
    cancelled: {
      title: 'The sign-in was cancelled',
      text: 'You left the sign-in service without signing in.',
    },
    expired: {
      title: 'This sign-in is no longer good',
      text: 'It was started too long ago, in another browser, or it was used already.',
    },
  },
  requestId: 'Request reference: {{id}}',
} as const

export default login
