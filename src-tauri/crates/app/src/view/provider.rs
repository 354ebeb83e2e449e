//! Providers as they cross to a front end.

use model::{
    chat::message::Usage,
    provider::{Dialect, Price, Provider, Told},
};
use url::Url;

use crate::trial::known::is_ours;
use crate::wire::provider::{DialectView, ModelTold, PriceView, ProviderView, UsageView};

pub(crate) fn provider(it: &Provider) -> ProviderView {
    let url = Url::parse(&it.base_url).ok();
    ProviderView {
        id: it.id.0,
        name: it.name.clone(),
        dialect: dialect(it.dialect),
        base_url: it.base_url.clone(),
        has_key: it.key.is_some(),
        local: is_ours(it) || url.as_ref().is_some_and(llm::is_near),
        own: is_ours(it),
    }
}

pub(crate) fn dialect(it: Dialect) -> DialectView {
    match it {
        Dialect::ChatCompletions => DialectView::ChatCompletions,
        Dialect::Responses => DialectView::Responses,
        Dialect::Anthropic => DialectView::Anthropic,
        Dialect::Gemini => DialectView::Gemini,
    }
}

pub(crate) fn dialect_of(it: DialectView) -> Dialect {
    match it {
        DialectView::ChatCompletions => Dialect::ChatCompletions,
        DialectView::Responses => Dialect::Responses,
        DialectView::Anthropic => Dialect::Anthropic,
        DialectView::Gemini => Dialect::Gemini,
    }
}

pub(crate) fn told(it: &Told) -> ModelTold {
    let price =
        it.price.map(|it| PriceView { input: it.input, output: it.output, cached: it.cached });
    ModelTold {
        context: it.context,
        price,
        favourite: it.favourite,
        blind: it.blind,
        must_call: it.must_call,
    }
}

pub(crate) fn told_of(model: String, it: &ModelTold) -> Told {
    let price = it.price.map(|it| Price { input: it.input, output: it.output, cached: it.cached });
    Told {
        model,
        context: it.context,
        price,
        favourite: it.favourite,
        blind: it.blind,
        must_call: it.must_call,
    }
}

pub(crate) fn usage(it: Usage) -> UsageView {
    UsageView {
        input: it.input,
        output: it.output,
        cache_read: it.cache_read,
        cache_write: it.cache_write,
        reasoning: it.reasoning,
        cost: it.cost,
    }
}
