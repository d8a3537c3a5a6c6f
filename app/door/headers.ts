/** The security headers of every response. */
const strictPolicies = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const

/** The one inline style attribute that is allowed: of Headless UI's Dialog. */
const dialogStyle = "'unsafe-hashes' 'sha256-CFWxk59hmWWhsVWNXy+t1albqTRppvlCMXFTDkd+1YA='"

export interface Security {
  nonce: string
  secure: boolean
  /** Origins that a form may redirect to: the provider's, for signing out. */
  formTargets: string[]
  /** Vite's development server needs its own styles and socket. */
  development?: boolean
  /** The page contains a frame of this console. */
  hasFrame?: boolean
}

/** Returns the headers of a page or any other response; pages are never cached. */
export function securityHeaders(security: Security): Record<string, string> {
  return {
    ...strictPolicies,
    ...(security.secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    'content-security-policy': pagePolicy(security),
    'cache-control': 'no-store',
    // For text browsers, which support only this.
    pragma: 'no-cache',
  }
}

function pagePolicy({ nonce, secure, formTargets, development, hasFrame }: Security): string {
  const directives = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}' ${dialogStyle}`,
    "img-src 'self' data:",
    "font-src 'self'",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    ...(hasFrame ? ["frame-src 'self'"] : []),
    `form-action ${["'self'", ...new Set(formTargets)].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  if (secure) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}
