const login = {
  title: 'Sign in',
  lead: 'The console for the people who run building controllers.',
  how: 'You sign in with your organisation’s account and come back here.',
  environment: 'Environment: {{name}}',
  help: 'No account, or trouble signing in? Ask the administrator of your organisation.',
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  signInAsAnother: 'Sign in as someone else',
  comeBack: 'You return to the page you requested.',
  formKept: 'Your entries are kept: the form is filled in again once you are signed in.',
  wall: { text: 'Without an account:', link: 'See it on a wall' },
  refused: {
    title: 'You need to sign in again',
    text: 'Your session is no longer accepted. Nothing that you had not sent took effect.',
  },
  refusedAtOnce: {
    title: 'The new session was rejected',
    text: 'You signed in, but within a minute a service behind Plantroom rejected the session. Sign in once more.',
    todo: 'If this page appears again, give the request reference to your Plantroom operator, or sign in as someone else.',
  },
  signedOut: {
    title: 'You are signed out',
    text: 'Your session here has ended.',
    provider:
      'One more step signs you out of the sign-in service as well, so that nobody gets back in from this browser.',
    there: 'Sign out there too',
  },
  problem: {
    providerDown: {
      title: 'The sign-in service does not answer',
      text: 'Nobody can be signed in at the moment. Try again in a few minutes.',
    },
    refused: {
      title: 'The sign-in was not accepted',
      text: 'The reply of the sign-in service could not be verified, so nobody was signed in.',
    },
    refusedByServices: {
      title: 'You signed in, but the services rejected you',
      text: 'The sign-in service accepted you. The services behind Plantroom did not accept the token it issued, so nothing could be opened. Usually a setting is wrong on one of the two sides.',
    },
    cancelled: {
      title: 'The sign-in was cancelled',
      text: 'You left the sign-in service without signing in.',
    },
    expired: {
      title: 'This sign-in is no longer valid',
      text: 'It was started too long ago or in another browser, or was already used.',
    },
  },
  requestId: 'Request reference: {{id}}',
} as const

export default login
