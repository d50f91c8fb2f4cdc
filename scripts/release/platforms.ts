/** The platforms that a release is made for, and the Node that is inside. */

export interface Platform {
  /** Debian's name, also in file names: `turnout-1.2.3-linux-amd64.tar.gz`. */
  readonly name: 'amd64' | 'arm64';
  /** Node's and npm's name. */
  readonly cpu: 'x64' | 'arm64';
  /** Compilers that make native modules for it, here. */
  readonly compiler: Readonly<Record<'CC' | 'CXX', string>>;
  /** SHA-512 of the npm package that holds Node, as the registry states it. */
  readonly nodeIntegrity: string;
}

/** The long-term release at the time of writing. From the npm packages `node-linux-*`, which hold the builds of Node itself. */
export const NODE_VERSION = '24.21.0';

/** Fetches FFmpeg at the first start, as Node's own builds have it. */
export const NPM = {
  spec: 'npm@11.21.2',
  integrity:
    'sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==',
} as const;

export const PLATFORMS: readonly [Platform, ...Platform[]] = [
  {
    name: 'amd64',
    cpu: 'x64',
    compiler: { CC: 'x86_64-linux-gnu-gcc', CXX: 'x86_64-linux-gnu-g++' },
    nodeIntegrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  {
    name: 'arm64',
    cpu: 'arm64',
    compiler: { CC: 'aarch64-linux-gnu-gcc', CXX: 'aarch64-linux-gnu-g++' },
    nodeIntegrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
];

/** Versions of Node's binary interface that the npm package is for: Node 20, 22, 24 and 25. */
export const ABIS = ['115', '127', '137', '141'] as const;

/** That of `NODE_VERSION`. */
export const RELEASE_ABI = '137';
