/** The programs of the cluster's test: Debian's packages, installed by apt where this is root; else what is missing is said. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const packages: Record<string, string[]> = {
  'mariadb-server': ['/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db', '/usr/bin/mariadb'],
  'galera-4': ['/usr/lib/galera/libgalera_smm.so'],
  'mariadb-backup': ['/usr/bin/mariabackup'],
  haproxy: ['/usr/sbin/haproxy'],
  socat: ['/usr/bin/socat'],
  'swift-proxy': ['/usr/bin/swift-proxy-server'],
  'swift-account': ['/usr/bin/swift-account-server'],
  'swift-container': ['/usr/bin/swift-container-server'],
  'swift-object': ['/usr/bin/swift-object-server'],
  memcached: ['/usr/bin/memcached'],
};

/** Installs what is missing. @throws Error that names it, where it cannot be */
export function demandPrograms(): void {
  const missing = () => Object.keys(packages).filter((name) => !packages[name]?.every((file) => existsSync(file)));
  if (!missing().length) return;
  if (process.getuid?.() === 0) {
    console.log(`apt-get install ${missing().join(' ')} …`);
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore', timeout: 600_000 } as const;
    const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing()], options).status === 0;
    if (!install()) {
      spawnSync('apt-get', ['update'], options);
      install();
    }
  }
  if (missing().length) throw new Error(`The cluster's test needs Debian's packages ${missing().join(', ')}: apt-get install them, or run it as root.`);
}
