import type { Colleagues } from './colleagues.ts'

/** The listener of a worker, as far as its reach is shared. */
interface SharedNetwork {
  readonly state: { readonly reach: 'none' | 'machine' | 'lan' }
  open(reach: 'machine' | 'lan', how?: 'instead' | 'beside'): Promise<unknown>
  onChange(changed: () => void): void
}

/**
 * Makes all workers serve the private network, or stop, when one of them is told to. To be called once the worker listens: it takes the reach that the others
 * have, since it may take the place of one that ended. `onError` is called if it cannot follow.
 */
export function shareNetwork(network: SharedNetwork, colleagues: Colleagues, onError: (error: unknown) => void): void {
  let isFollowing = false
  const follow = async (reach: unknown): Promise<void> => {
    if ((reach !== 'lan' && reach !== 'machine') || reach === network.state.reach) return
    isFollowing = true
    try {
      await network.open(reach, 'beside')
    } catch (error) {
      onError(error)
    } finally {
      isFollowing = false
    }
  }
  network.onChange(() => {
    // A worker that ends closes its own listener alone.
    if (!isFollowing && network.state.reach !== 'none') colleagues.tell('network', network.state.reach)
  })
  colleagues.hear('network', follow)
  colleagues.hear('reach', () => network.state.reach)
  // The start does not wait for it.
  void colleagues.ask('reach').then((reaches) => (reaches.includes('lan') ? follow('lan') : undefined))
}
