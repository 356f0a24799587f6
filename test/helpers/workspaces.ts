export const alpha = { id: 'wsp_alpha', name: 'Alpha', budget: 1200.5 };

export const beta = { id: 'wsp_beta', name: 'Beta', budget: null };
